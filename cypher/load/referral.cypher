// Awards and counts of papers as their records state them.
//
// mode:    write
// params:  rows
// returns:
//
// The name as in the record stays on the relationship, as for research fields.

UNWIND $rows AS r
MATCH (p) WHERE id(p) = r.number
UNWIND r.referrals AS one
MATCH (a) WHERE id(a) = one[0]
CREATE (a)-[:REFERS_TO {name: one[1], count: one[2], read_on: one[3], in_record: true}]->(p)
