// The most cited path between two papers: references of references, from the later to the earlier.
//
// mode:    read
// params:  early, late, max_hops, before = null
// returns: papers, citations, total, hops, optimal_paths
//
// Each step goes from a paper to a reference dated strictly before it. Of all paths of at most
// $max_hops hops (never more than six) the one with the most citations in total wins; of several,
// the one with fewer hops, then the smaller ids, compared from the later end. Paths are looked
// for only among the papers that lie near enough to both ends; without that, a paper cited by
// hundreds takes minutes.

MATCH (early:Paper {id: $early})
WHERE early.date IS NOT NULL AND ($before IS NULL OR early.date < date($before))
WITH early LIMIT 1
MATCH (late:Paper {id: $late})
WHERE late.date IS NOT NULL AND ($before IS NULL OR late.date < date($before))
CALL (early, late) {
  MATCH p = (early)<-[:CITES*0..6]-(above)
  WHERE all(c IN relationships(p) WHERE c.date <= late.date)
  WITH above, min(length(p)) AS up
  WITH collect({paper: above, up: up}) AS near_early
  RETURN [hops IN range(0, 6) | [near IN near_early WHERE near.up <= hops | near.paper]] AS within
}
CALL (early, late, within) {
  MATCH p = (late)-[:CITES*0..6]->(below)
  WHERE all(c IN relationships(p) WHERE c.date > early.date)
  WITH within, below, min(length(p)) AS down
  WHERE down <= $max_hops AND below IN within[$max_hops - down]
  RETURN collect(below) AS inside
}
CALL (early, late, inside) {
  MATCH p = (late)
    ((x)-[:CITES]->(y) WHERE y.date < x.date AND x IN inside AND y IN inside){1,6} (early)
  WHERE length(p) <= $max_hops
  RETURN collect(nodes(p)) AS paths
}
UNWIND range(0, size(paths) - 1) AS number
UNWIND paths[number] AS paper
WITH paths, paper, collect(number) AS numbers
WITH paths, numbers,
     COUNT { (paper)<-[c:CITES]-()
             WHERE c.date IS NOT NULL AND ($before IS NULL OR c.date < date($before)) } AS weight
UNWIND numbers AS number
WITH paths, number, sum(weight) AS total
WITH paths, total, collect(number) AS numbers
ORDER BY total DESC
LIMIT 1
UNWIND numbers AS number
WITH total, size(numbers) AS optimal_paths, paths[number] AS steps
ORDER BY size(steps), [paper IN steps | paper.id]
LIMIT 1
RETURN reverse([paper IN steps | paper.id]) AS papers,
       reverse([paper IN steps | COUNT { (paper)<-[c:CITES]-()
         WHERE c.date IS NOT NULL AND ($before IS NULL OR c.date < date($before)) }]) AS citations,
       total, size(steps) - 1 AS hops, optimal_paths
