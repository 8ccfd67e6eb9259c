// Artefacts that papers released, for papers without any so far.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (p) WHERE id(p) = r.number
UNWIND r.released AS one
MATCH (a) WHERE id(a) = one
CREATE (p)-[:RELEASED {date: r.date, day: r.day}]->(a)
