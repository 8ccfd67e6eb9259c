// Papers to which most chains of four references lead, before a day.
//
// mode:    read
// params:  paper_id, before
// returns: paper_id, chains

MATCH (p:Paper {id: $paper_id})-[steps:CITES*1..4]->(q:Paper)
WHERE p.date < date($before) AND q.date < date($before)
  AND all(c IN steps WHERE c.date < date($before))
RETURN q.id AS paper_id, count(*) AS chains
ORDER BY chains DESC, paper_id
LIMIT 20
