// When each paper was cited last, before a day.
//
// mode:    read
// params:  before
// returns: paper_id, last_date

MATCH (p:Paper)
WHERE p.date < date($before)
OPTIONAL MATCH (p)<-[c:CITES]-(x:Paper)
WHERE c.date < date($before)
RETURN p.id AS paper_id, max(x.date) AS last_date
ORDER BY paper_id
