// Papers that cite both of two papers, in time order.
//
// mode:    read
// params:  paper_id: paper, other_id: paper, before: day = null, limit = 1000
// returns: citing_id, title, date

MATCH (p:Paper {id: $paper_id})<-[c:CITES]-(x:Paper)-[:CITES]->(o:Paper {id: $other_id})
WHERE $before IS NULL
  OR (c.date < date($before) AND p.date < date($before) AND o.date < date($before))
RETURN DISTINCT x.id AS citing_id, x.title AS title, x.date AS date
ORDER BY date, citing_id
LIMIT $limit
