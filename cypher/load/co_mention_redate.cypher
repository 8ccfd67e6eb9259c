// Give the co-mentions in papers the new dates of these; delete those of what they no longer cite.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (p:Paper {id: id})
MATCH (a:Paper)-[m:CO_MENTIONED {citing_id: id}]->(b:Paper)
SET m.date = p.date, m.day = p.day
WITH p, a, m, b WHERE NOT (EXISTS { (p)-[:CITES]->(a) } AND EXISTS { (p)-[:CITES]->(b) })
DELETE m
