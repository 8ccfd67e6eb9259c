// Papers that two papers both cite, in time order.
//
// mode:    read
// params:  paper_id: paper, other_id: paper, before: day = null, limit = 1000
// returns: cited_id, title, date

MATCH (:Paper {id: $paper_id})-[c:CITES]->(r:Paper)<-[d:CITES]-(:Paper {id: $other_id})
WHERE $before IS NULL
  OR (c.date < date($before) AND d.date < date($before) AND r.date < date($before))
RETURN DISTINCT r.id AS cited_id, r.title AS title, r.date AS date
ORDER BY date, cited_id
LIMIT $limit
