// Papers of an author, in time order.
//
// mode:    read
// params:  author_id: author, before: day = null, since = null, until = null, limit = 1000
// years:   since, until
// returns: paper_id, title, date, position, citations

MATCH (:Author {id: $author_id})-[w:AUTHORED]->(p:Paper)
WHERE ($before IS NULL OR w.date < date($before))
  AND ($since IS NULL OR p.date.year >= $since)
  AND ($until IS NULL OR p.date.year <= $until)
WITH p, min(w.position) AS position
RETURN p.id AS paper_id, p.title AS title, p.date AS date, position,
       COUNT {
         (p)<-[c:CITES]-(:Paper) WHERE $before IS NULL OR c.date < date($before)
       } AS citations
ORDER BY date, paper_id
LIMIT $limit
