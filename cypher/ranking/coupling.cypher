// Papers that share most references with a seed paper.
//
// mode:    read
// params:  paper_id: paper, before: day = null, limit = 50
// returns: paper_id, title, date, shared_references
// source:  Kessler (1963), doi:10.1002/asi.5090140103

MATCH (seed:Paper {id: $paper_id})-[c:CITES]->(shared:Paper)<-[d:CITES]-(other:Paper)
WHERE other <> seed
  AND ($before IS NULL
    OR (c.date < date($before) AND d.date < date($before) AND shared.date < date($before)))
RETURN other.id AS paper_id, other.title AS title, other.date AS date,
       count(DISTINCT shared) AS shared_references
ORDER BY shared_references DESC, paper_id
LIMIT $limit
