// Authors that share a neighbour with one author in the co-authorship network.
//
// mode:    read
// params:  a: author, before: day = null, limit = 50
// returns: author_id, common_neighbours, adamic_adar, resource_allocation, linked
//
// Only papers dated before $before exist, for the degrees of the common neighbours too. Those who
// are neighbours already stand among them as linked.
// What is added up comes in order of degree, so that the last digit follows no order of loading.

MATCH (a:Author {id: $a})
WHERE EXISTS { (a)-[w:AUTHORED]->()
               WHERE w.date IS NOT NULL AND ($before IS NULL OR w.date < date($before)) }
CALL (a) {
  MATCH (a)-[w:AUTHORED]->()<-[:AUTHORED]-(z)
  WHERE z <> a AND w.date IS NOT NULL AND ($before IS NULL OR w.date < date($before))
  RETURN collect(DISTINCT z) AS near
}
UNWIND near AS z
CALL (z) {
  MATCH (z)-[w:AUTHORED]->()<-[:AUTHORED]-(y)
  WHERE y <> z AND w.date IS NOT NULL AND ($before IS NULL OR w.date < date($before))
  RETURN collect(DISTINCT y) AS beyond
}
WITH a, near, beyond, size(beyond) AS degree ORDER BY degree
UNWIND beyond AS y
WITH a, near, y, degree WHERE y <> a
RETURN y.id AS author_id, count(*) AS common_neighbours, sum(1.0 / log(degree)) AS adamic_adar,
       sum(1.0 / degree) AS resource_allocation, y IN near AS linked
ORDER BY common_neighbours DESC, author_id
LIMIT $limit
