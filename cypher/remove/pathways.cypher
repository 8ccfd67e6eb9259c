// Contributions that these loads brought, with their records.
//
// mode:    read
// params:  runs
// returns: id, run, record

MATCH (c:Contribution) WHERE c.run IN $runs
RETURN c.id AS id, c.run AS run, c.record AS record
