// Contributions of papers.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (p:Paper {id: r.paper_id})
MATCH (c:Contribution {id: r.id})
CREATE (p)-[:CONTRIBUTES {date: r.date, day: r.day}]->(c)
