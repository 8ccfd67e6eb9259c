// Papers that a paper cites, in time order.
//
// mode:    read
// params:  paper_id: paper, before: day = null, since = null, until = null, limit = 1000
// years:   since, until
// returns: paper_id, title, date, citations

MATCH (p:Paper {id: $paper_id})-[c:CITES]->(r:Paper)
WHERE ($before IS NULL OR (c.date < date($before) AND r.date < date($before)))
  AND ($since IS NULL OR r.date.year >= $since)
  AND ($until IS NULL OR r.date.year <= $until)
RETURN r.id AS paper_id, r.title AS title, r.date AS date,
       COUNT {
         (r)<-[d:CITES]-(:Paper) WHERE $before IS NULL OR d.date < date($before)
       } AS citations
ORDER BY date, paper_id
LIMIT $limit
