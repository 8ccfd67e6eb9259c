// Affiliations that papers without any so far state of their authors: one row per paper.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
UNWIND r.affiliations AS one
MATCH (a) WHERE id(a) = one[0]
MATCH (n) WHERE id(n) = one[1]
CREATE (a)-[:AFFILIATED_WITH {date: r.date, day: r.day, paper_id: r.id, name: one[2]}]->(n)
