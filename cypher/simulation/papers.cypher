// Simulated papers with how many simulated papers cite them, the most cited ones first.
//
// mode:    read
// params:  source = "synthetic", limit = 20
// returns: paper_id, title, date, citations, citations_foreseen, references

MATCH (p:SimulatedPaper {source: $source})
RETURN p.id AS paper_id, p.title AS title, p.date AS date,
       COUNT { (p)<-[:SIMULATED_CITES]-(:SimulatedPaper) } AS citations,
       p.citations_foreseen AS citations_foreseen,
       COUNT { (p)-[:SIMULATED_CITES]->() } AS references
ORDER BY citations DESC, paper_id
LIMIT $limit
