// Give the mentions in papers the new dates of these; delete mentions of what they no longer cite.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (p:Paper {id: id})-[:HAS_PARAGRAPH]->(:Paragraph)-[m:MENTIONS]->(cited:Paper)
SET m.date = p.date, m.day = p.day
WITH p, m, cited WHERE NOT EXISTS { (p)-[:CITES]->(cited) }
DELETE m
