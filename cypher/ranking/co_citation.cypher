// Papers most often cited together with a seed paper.
//
// mode:    read
// params:  paper_id: paper, before: day = null, limit = 50
// returns: paper_id, title, date, co_citations
// source:  Small (1973), doi:10.1002/asi.4630240406

MATCH (seed:Paper {id: $paper_id})<-[c:CITES]-(citing:Paper)-[:CITES]->(other:Paper)
WHERE other <> seed
  AND ($before IS NULL
    OR (c.date < date($before) AND seed.date < date($before) AND other.date < date($before)))
RETURN other.id AS paper_id, other.title AS title, other.date AS date,
       count(DISTINCT citing) AS co_citations
ORDER BY co_citations DESC, paper_id
LIMIT $limit
