// Works that a paper cites and of which only the id is known.
//
// mode:    read
// params:  paper_id: paper, limit = 1000
// returns: work_id

MATCH (:Paper {id: $paper_id})-[:CITES]->(w:Work)
WHERE NOT w:Paper
RETURN w.id AS work_id
ORDER BY work_id
LIMIT $limit
