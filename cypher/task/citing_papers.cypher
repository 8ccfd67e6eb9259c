// Papers that cite some papers, with the paragraphs in which they do.
//
// mode:    read
// params:  paper_ids: papers, before: day
// returns: paper_id, citing_id, paragraph_ids
//
// Paragraphs are known for papers with full text only; for others the list is empty.

UNWIND $paper_ids AS paper_id
MATCH (x:Paper {id: paper_id})<-[c:CITES]-(citing:Paper)
WHERE c.date < date($before) AND x.date < date($before) AND citing <> x
RETURN x.id AS paper_id, citing.id AS citing_id,
       COLLECT { MATCH (citing)-[:HAS_PARAGRAPH]->(g:Paragraph)-[m:MENTIONS]->(x)
                 WHERE m.date < date($before)
                 WITH DISTINCT g
                 RETURN g.id ORDER BY g.position, g.id } AS paragraph_ids
ORDER BY paper_id, citing_id
