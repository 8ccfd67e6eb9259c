// Link features of two authors in the co-authorship network.
//
// mode:    read
// params:  a: author, b: author, before: day = null
// returns: common_neighbours, jaccard, adamic_adar, resource_allocation, preferential_attachment
//
// Only papers dated before $before exist, for the degrees of the common neighbours too; an author
// without such a paper does not exist either.
// What is added up comes in order of degree, so that the last digit follows no order of loading.

MATCH (a:Author {id: $a})
WHERE EXISTS { (a)-[w:AUTHORED]->()
               WHERE w.date IS NOT NULL AND ($before IS NULL OR w.date < date($before)) }
WITH a LIMIT 1
MATCH (b:Author {id: $b})
WHERE EXISTS { (b)-[w:AUTHORED]->()
               WHERE w.date IS NOT NULL AND ($before IS NULL OR w.date < date($before)) }
CALL (a) {
  MATCH (a)-[w:AUTHORED]->()<-[:AUTHORED]-(z)
  WHERE z <> a AND w.date IS NOT NULL AND ($before IS NULL OR w.date < date($before))
  RETURN collect(DISTINCT z) AS of_a
}
CALL (b) {
  MATCH (b)-[w:AUTHORED]->()<-[:AUTHORED]-(z)
  WHERE z <> b AND w.date IS NOT NULL AND ($before IS NULL OR w.date < date($before))
  RETURN collect(DISTINCT z) AS of_b
}
CALL (of_a, of_b) {
  UNWIND of_a AS z
  WITH z WHERE z IN of_b
  MATCH (z)-[w:AUTHORED]->()<-[:AUTHORED]-(y)
  WHERE y <> z AND w.date IS NOT NULL AND ($before IS NULL OR w.date < date($before))
  WITH z, count(DISTINCT y) AS degree ORDER BY degree
  RETURN count(z) AS common_neighbours,
         sum(CASE WHEN degree > 1 THEN 1.0 / log(degree) ELSE 0.0 END) AS adamic_adar,
         sum(1.0 / degree) AS resource_allocation
}
WITH *, size(of_a) + size(of_b) - common_neighbours AS union_size
RETURN common_neighbours,
       CASE WHEN union_size > 0 THEN 1.0 * common_neighbours / union_size END AS jaccard,
       adamic_adar, resource_allocation, size(of_a) * size(of_b) AS preferential_attachment
