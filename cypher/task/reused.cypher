// Papers with full text that several later papers mention in theirs, the most frequent first.
//
// mode:    read
// params:  before: day, least, limit
// returns: paper_id, citing

MATCH (x:Paper)-[:HAS_PARAGRAPH]->(:Paragraph)-[m:MENTIONS]->(p:Paper)
WHERE m.date > p.date AND ($before IS NULL OR m.date < date($before))
WITH p, count(DISTINCT x) AS citing
WHERE citing >= $least AND EXISTS { (p)-[:HAS_PARAGRAPH]->(:Paragraph) }
RETURN p.id AS paper_id, citing
ORDER BY citing DESC, paper_id
LIMIT $limit
