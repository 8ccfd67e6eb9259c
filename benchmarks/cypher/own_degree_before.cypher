// The number of citations of every paper, before a day.
//
// mode:    read
// params:  before
// returns: paper_id, citations

MATCH (p:Paper)
WHERE p.date < date($before)
RETURN p.id AS paper_id, COUNT { (p)<-[c:CITES]-() WHERE c.date < date($before) } AS citations
ORDER BY citations DESC, paper_id
