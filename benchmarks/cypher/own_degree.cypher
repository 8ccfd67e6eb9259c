// The number of citations of every paper.
//
// mode:    read
// params:
// returns: paper_id, citations

MATCH (p:Paper)
RETURN p.id AS paper_id, COUNT { (p)<-[:CITES]-() } AS citations
ORDER BY citations DESC, paper_id
