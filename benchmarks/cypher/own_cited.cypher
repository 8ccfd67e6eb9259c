// The most cited papers.
//
// mode:    read
// params:
// returns: paper_id, citations

MATCH (p:Paper)<-[:CITES]-(x:Paper)
RETURN p.id AS paper_id, count(x) AS citations
ORDER BY citations DESC, paper_id
LIMIT 20
