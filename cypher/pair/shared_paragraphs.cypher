// Paragraphs that mention two papers, in time order of the paper they stand in.
//
// mode:    read
// params:  paper_id: paper, other_id: paper, before: day = null, limit = 100
// returns: citing_id, title, date, paragraph_id, section, text
// texts:   text

MATCH (p:Paper {id: $paper_id})<-[m:MENTIONS]-(g:Paragraph)
WHERE ($before IS NULL OR (m.date < date($before) AND p.date < date($before)))
  AND EXISTS {
    (g)-[:MENTIONS]->(o:Paper {id: $other_id})
    WHERE $before IS NULL OR o.date < date($before)
  }
MATCH (x:Paper)-[:HAS_PARAGRAPH]->(g)
WITH DISTINCT x, g
RETURN x.id AS citing_id, x.title AS title, x.date AS date,
       g.id AS paragraph_id, g.section AS section, g.text AS text
ORDER BY date, citing_id, g.position, paragraph_id
LIMIT $limit
