// Papers with the most citations, of all fields.
//
// mode:    read
// params:  before: day = null, since = null, until = null, limit = 20
// years:   since, until
// returns: paper_id, title, date, citations

MATCH (p:Paper)
WHERE ($before IS NULL OR p.date < date($before))
  AND ($since IS NULL OR p.date.year >= $since)
  AND ($until IS NULL OR p.date.year <= $until)
RETURN p.id AS paper_id, p.title AS title, p.date AS date,
       COUNT {
         (p)<-[c:CITES]-(:Paper) WHERE $before IS NULL OR c.date < date($before)
       } AS citations
ORDER BY citations DESC, paper_id
LIMIT $limit
