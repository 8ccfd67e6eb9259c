// Papers that cite a paper, in time order.
//
// mode:    read
// params:  paper_id: paper, before: day = null, limit = 1000
// returns: paper_id, title, date, citations

MATCH (p:Paper {id: $paper_id})<-[c:CITES]-(x:Paper)
WHERE $before IS NULL OR (p.date < date($before) AND c.date < date($before))
RETURN x.id AS paper_id, x.title AS title, x.date AS date,
       COUNT {
         (x)<-[d:CITES]-(:Paper) WHERE $before IS NULL OR d.date < date($before)
       } AS citations
ORDER BY date, paper_id
LIMIT $limit
