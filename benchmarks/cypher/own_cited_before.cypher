// The most cited papers, before a day.
//
// mode:    read
// params:  before
// returns: paper_id, citations

MATCH (p:Paper)<-[c:CITES]-(x:Paper)
WHERE p.date < date($before) AND c.date < date($before)
RETURN p.id AS paper_id, count(x) AS citations
ORDER BY citations DESC, paper_id
LIMIT 20
