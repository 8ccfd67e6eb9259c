// Affiliations that papers without any so far state of their authors: one row per paper.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
UNWIND r.affiliations AS one
MATCH (a:Author {id: one[0]})
MATCH (n:Institution {id: one[1]})
CREATE (a)-[:AFFILIATED_WITH {date: r.date, day: r.day, paper_id: r.id, name: one[2]}]->(n)
