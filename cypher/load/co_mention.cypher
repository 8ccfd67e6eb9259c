// Pairs of papers that one paper mentions in one paragraph.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (a:Paper {id: r.first})
MATCH (b:Paper {id: r.second})
CREATE (a)-[:CO_MENTIONED {date: r.date, day: r.day, citing_id: r.citing_id,
                           paragraph_ids: r.paragraph_ids, count: size(r.paragraph_ids)}]->(b)
