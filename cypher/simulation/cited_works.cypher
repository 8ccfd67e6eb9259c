// Real papers by how many simulated papers of a simulation cite them, the most cited ones first.
//
// mode:    read
// params:  source = "synthetic", limit = 20
// returns: paper_id, title, date, citations

MATCH (:SimulatedPaper {source: $source})-[c:SIMULATED_CITES]->(p:Paper)
WITH p, count(c) AS citations
RETURN p.id AS paper_id, p.title AS title, p.date AS date, citations
ORDER BY citations DESC, paper_id
LIMIT $limit
