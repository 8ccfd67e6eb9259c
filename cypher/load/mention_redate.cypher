// Give the mentions in papers the new dates of these; leave out those of what they no longer cite.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (p:Paper {id: id})-[:HAS_PARAGRAPH]->(g:Paragraph)-[m:MENTIONS]->(cited:Paper)
SET m.date = p.date, m.day = p.day
WITH p, g, m, cited WHERE NOT EXISTS { (p)-[:CITES]->(cited) }
WITH g, m, cited ORDER BY m.start, m.end, cited.id
WITH g, collect(m) AS lost,
     collect(toString(m.start) + ' ' + toString(m.end) + ' ' + cited.id) AS texts
SET g.left_out = coalesce(g.left_out, []) + texts
FOREACH (m IN lost | DELETE m)
