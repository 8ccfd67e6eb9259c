// Papers most like a paper: often cited together with it, or sharing its references.
//
// mode:    read
// params:  paper_id: paper, before: day = null, since = null, until = null, limit = 20
// years:   since, until
// returns: paper_id, title, date, co_citations, shared_references
// source:  Small (1973), doi:10.1002/asi.4630240406; Kessler (1963), doi:10.1002/asi.5090140103
//
// In order of the sum of both counts.

MATCH (seed:Paper {id: $paper_id})
CALL (seed) {
  MATCH (seed)<-[c:CITES]-(citing:Paper)-[:CITES]->(other:Paper)
  WHERE other <> seed
    AND ($before IS NULL
      OR (c.date < date($before) AND seed.date < date($before) AND other.date < date($before)))
  RETURN other, count(DISTINCT citing) AS cited, 0 AS shared
  UNION ALL
  MATCH (seed)-[c:CITES]->(reference:Paper)<-[d:CITES]-(other:Paper)
  WHERE other <> seed
    AND ($before IS NULL
      OR (c.date < date($before) AND d.date < date($before) AND reference.date < date($before)))
  RETURN other, 0 AS cited, count(DISTINCT reference) AS shared
}
WITH other, sum(cited) AS co_citations, sum(shared) AS shared_references
WHERE ($since IS NULL OR other.date.year >= $since)
  AND ($until IS NULL OR other.date.year <= $until)
RETURN other.id AS paper_id, other.title AS title, other.date AS date,
       co_citations, shared_references
ORDER BY co_citations + shared_references DESC, paper_id
LIMIT $limit
