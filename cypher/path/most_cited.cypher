// The most cited path between two papers: references of references, from the later to the earlier.
//
// mode:    read
// params:  early, late, max_hops, before = null
// returns: papers, citations, total, hops, optimal_paths
//
// Each step goes from a paper to a reference dated strictly before it. Of all paths of at most
// $max_hops hops (never more than six) the one with the most citations in total wins; of several,
// the one with fewer hops, then the smaller ids, compared from the later end. A short bound has a
// branch of its own, since the bound of a pattern is no parameter.

MATCH (early:Paper {id: $early})
WHERE early.date IS NOT NULL AND ($before IS NULL OR early.date < date($before))
MATCH (late:Paper {id: $late})
WHERE late.date IS NOT NULL AND ($before IS NULL OR late.date < date($before))
CALL (early, late) {
  WITH * WHERE $max_hops <= 3
  MATCH p = (late) ((x)-[:CITES]->(y:Paper) WHERE y.date < x.date AND y.date >= early.date){1,3} (early)
  WHERE length(p) <= $max_hops
  RETURN nodes(p) AS steps
UNION ALL
  WITH * WHERE $max_hops > 3
  MATCH p = (late) ((x)-[:CITES]->(y:Paper) WHERE y.date < x.date AND y.date >= early.date){1,6} (early)
  WHERE length(p) <= $max_hops
  RETURN nodes(p) AS steps
}
WITH collect(steps) AS paths
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
