// Papers to which most chains of four references lead.
//
// mode:    read
// params:  paper_id
// returns: paper_id, chains

MATCH (p:Paper {id: $paper_id})-[:CITES*1..4]->(q:Paper)
RETURN q.id AS paper_id, count(*) AS chains
ORDER BY chains DESC, paper_id
LIMIT 20
