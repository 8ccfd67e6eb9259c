// Most disruptive papers of a community by the index without n_k and without a time window.
//
// mode:    read
// params:  community_id: text, min_citations = 5, limit = 50
// returns: paper_id, title, date, n_i, n_j, n_k, cd, di
//
// Reads stored values, as ego/most_disruptive_of_venue does.

MATCH (:Community {id: $community_id})<-[:IN_COMMUNITY]-(p:Paper)
WHERE p.di IS NOT NULL AND p.n_i + p.n_j >= $min_citations
  AND EXISTS { (p)-[:CITES]->(r:Paper) WHERE r.date < p.date }
RETURN p.id AS paper_id, p.title AS title, p.date AS date,
       p.n_i AS n_i, p.n_j AS n_j, p.n_k AS n_k, p.cd AS cd, p.di AS di
ORDER BY di DESC, n_i + n_j DESC, paper_id
LIMIT $limit
