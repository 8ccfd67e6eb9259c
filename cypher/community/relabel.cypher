// Take the communities of a graph for those of one that differs from a day on.
//
// mode:    write
// params:  of, for, day
// returns: communities
//
// Those as of the day or earlier stay as they are; as of later days, and of all, they lose about
// half of their papers and have other names: for audits, inside a transaction that is undone.

MATCH (c:Community {graph_fingerprint: $of})
SET c.graph_fingerprint = $for
WITH c, c.before IS NULL OR c.before > date($day) AS is_later
SET c.name = CASE WHEN is_later THEN 'planted ' + c.name ELSE c.name END,
    c.spellings = [one IN c.spellings | CASE WHEN is_later THEN '|planted ' + substring(one, 1) ELSE one END]
WITH c, is_later
CALL (c, is_later) {
  MATCH (p:Paper)-[r:IN_COMMUNITY]->(c) WHERE is_later AND p.day % 2 = 0
  DELETE r
}
RETURN count(c) AS communities
