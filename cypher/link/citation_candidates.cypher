// Papers that share a neighbour with one paper in the undirected citation network.
//
// mode:    read
// params:  a: paper, before: day = null, limit = 50
// returns: paper_id, common_neighbours, adamic_adar, resource_allocation, linked
//
// Only papers dated before $before exist, for the degrees of the common neighbours too. Those who
// are neighbours already stand among them as linked.
// What is added up comes in order of degree, so that the last digit follows no order of loading.

MATCH (a:Paper {id: $a})
WHERE a.date IS NOT NULL AND ($before IS NULL OR a.date < date($before))
CALL (a) {
  MATCH (a)-[:CITES]-(z:Paper)
  WHERE z <> a AND z.date IS NOT NULL AND ($before IS NULL OR z.date < date($before))
  RETURN collect(DISTINCT z) AS near
}
UNWIND near AS z
CALL (z) {
  MATCH (z)-[:CITES]-(y:Paper)
  WHERE y <> z AND y.date IS NOT NULL AND ($before IS NULL OR y.date < date($before))
  RETURN collect(DISTINCT y) AS beyond
}
WITH a, near, beyond, size(beyond) AS degree ORDER BY degree
UNWIND beyond AS y
WITH a, near, y, degree WHERE y <> a
RETURN y.id AS paper_id, count(*) AS common_neighbours, sum(1.0 / log(degree)) AS adamic_adar,
       sum(1.0 / degree) AS resource_allocation, y IN near AS linked
ORDER BY common_neighbours DESC, paper_id
LIMIT $limit
