// Link features of two papers in the bibliographic coupling network.
//
// mode:    read
// params:  a: paper, b: paper, before: day = null
// returns: common_neighbours, jaccard, adamic_adar, resource_allocation, preferential_attachment, strength, salton
// source:  Kessler (1963), doi:10.1002/asi.5090140103
//
// Two papers are joined when they share a reference; strength counts shared references.
// Only papers dated before $before exist, for the degrees of the common neighbours too.
// What is added up comes in order of degree, so that the last digit follows no order of loading.

MATCH (a:Paper {id: $a})
WHERE a.date IS NOT NULL AND ($before IS NULL OR a.date < date($before))
WITH a LIMIT 1
MATCH (b:Paper {id: $b})
WHERE b.date IS NOT NULL AND ($before IS NULL OR b.date < date($before))
CALL (a) {
  MATCH (a)-[:CITES]->(x:Paper)
  WHERE x.date IS NOT NULL AND ($before IS NULL OR x.date < date($before))
  RETURN collect(DISTINCT x) AS shares_a
}
CALL (b) {
  MATCH (b)-[:CITES]->(x:Paper)
  WHERE x.date IS NOT NULL AND ($before IS NULL OR x.date < date($before))
  RETURN collect(DISTINCT x) AS shares_b
}
CALL (a) {
  MATCH (a)-[:CITES]->(x:Paper)<-[:CITES]-(z:Paper)
  WHERE z <> a AND x.date IS NOT NULL AND ($before IS NULL OR x.date < date($before))
    AND z.date IS NOT NULL AND ($before IS NULL OR z.date < date($before))
  RETURN collect(DISTINCT z) AS of_a
}
CALL (b) {
  MATCH (b)-[:CITES]->(x:Paper)<-[:CITES]-(z:Paper)
  WHERE z <> b AND x.date IS NOT NULL AND ($before IS NULL OR x.date < date($before))
    AND z.date IS NOT NULL AND ($before IS NULL OR z.date < date($before))
  RETURN collect(DISTINCT z) AS of_b
}
CALL (of_a, of_b) {
  UNWIND of_a AS z
  WITH z WHERE z IN of_b
  MATCH (z)-[:CITES]->(x:Paper)<-[:CITES]-(y:Paper)
  WHERE y <> z AND x.date IS NOT NULL AND ($before IS NULL OR x.date < date($before))
    AND y.date IS NOT NULL AND ($before IS NULL OR y.date < date($before))
  WITH z, count(DISTINCT y) AS degree ORDER BY degree
  RETURN count(z) AS common_neighbours,
         sum(CASE WHEN degree > 1 THEN 1.0 / log(degree) ELSE 0.0 END) AS adamic_adar,
         sum(1.0 / degree) AS resource_allocation
}
WITH *, size(of_a) + size(of_b) - common_neighbours AS union_size,
     size([x IN shares_a WHERE x IN shares_b]) AS strength,
     size(shares_a) * size(shares_b) AS product
RETURN common_neighbours,
       CASE WHEN union_size > 0 THEN 1.0 * common_neighbours / union_size END AS jaccard,
       adamic_adar, resource_allocation, size(of_a) * size(of_b) AS preferential_attachment,
       strength, CASE WHEN product > 0 THEN strength / sqrt(product) END AS salton
