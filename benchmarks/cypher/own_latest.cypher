// When each paper was cited last.
//
// mode:    read
// params:
// returns: paper_id, last_date

MATCH (p:Paper)
OPTIONAL MATCH (p)<-[:CITES]-(x:Paper)
RETURN p.id AS paper_id, max(x.date) AS last_date
ORDER BY paper_id
