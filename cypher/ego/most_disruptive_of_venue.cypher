// Most disruptive papers of a venue by the index without n_k and without a time window.
//
// mode:    read
// params:  venue_id: venue, min_citations = 5, limit = 50
// returns: paper_id, title, date, n_i, n_j, n_k, cd, di
//
// Reads values that `scinet indicators disruption --window none --write` stored; papers without
// them are absent. Few citations make extreme values, hence $min_citations later citing papers.
// Papers without an earlier reference in the network are left out, as in `scinet indicators
// disruption`: whatever cites them counts as n_i, so that all would be at 1.

MATCH (:Venue {id: $venue_id})<-[:PUBLISHED_IN]-(p:Paper)
WHERE p.di IS NOT NULL AND p.n_i + p.n_j >= $min_citations
  AND EXISTS { (p)-[:CITES]->(r:Paper) WHERE r.date < p.date }
RETURN p.id AS paper_id, p.title AS title, p.date AS date,
       p.n_i AS n_i, p.n_j AS n_j, p.n_k AS n_k, p.cd AS cd, p.di AS di
ORDER BY di DESC, n_i + n_j DESC, paper_id
LIMIT $limit
