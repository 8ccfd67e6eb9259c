// Papers that provided contributions.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (c:Contribution {id: r.id})
MATCH (p:Paper {id: r.paper_id})
CREATE (c)-[:GROUNDED_IN {date: r.date, day: r.day, is_canonical: r.is_canonical}]->(p)
