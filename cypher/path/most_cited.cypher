// The most cited path between two papers: references of references, from the later to the earlier.
//
// mode:    read
// params:  early, late, max_hops, before = null
// returns: papers, citations, total, hops, optimal_paths
//
// Each step goes from a paper to a reference dated strictly before it. Of all paths of at most
// $max_hops hops (never more than six) the one with the most citations in total wins; of several,
// the one with fewer hops, then the smaller ids, compared from the later end. Paths are not
// enumerated, which takes minutes beside a paper cited by hundreds: among the papers near enough
// to both ends, each layer holds the best path of so many hops to each paper.

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
CALL (early, late) {
  MATCH p = (late)-[:CITES*0..6]->(below)
  WHERE all(c IN relationships(p) WHERE c.date > early.date)
  WITH below, min(length(p)) AS down
  WHERE down <= $max_hops
  RETURN collect({paper: below, down: down}) AS near_late
}
WITH early, late, [near IN near_late WHERE near.paper IN within[$max_hops - near.down] | near.paper] AS inside
CALL (early) {
  WITH early, COUNT { (early)<-[c:CITES]-()
                      WHERE c.date IS NOT NULL AND ($before IS NULL OR c.date < date($before)) } AS weight
  RETURN [{paper: early, total: weight, ways: 1, papers: [early.id], citations: [weight]}] AS layer0
}
CALL (inside, layer0) {
  UNWIND layer0 AS step
  WITH inside, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, step ORDER BY step.total DESC, step.papers
  WITH y, collect(step) AS steps
  WITH y, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-()
               WHERE c.date IS NOT NULL AND ($before IS NULL OR c.date < date($before)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer1
}
CALL (inside, layer1) {
  UNWIND layer1 AS step
  WITH inside, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, step ORDER BY step.total DESC, step.papers
  WITH y, collect(step) AS steps
  WITH y, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-()
               WHERE c.date IS NOT NULL AND ($before IS NULL OR c.date < date($before)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer2
}
CALL (inside, layer2) {
  UNWIND layer2 AS step
  WITH inside, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, step ORDER BY step.total DESC, step.papers
  WITH y, collect(step) AS steps
  WITH y, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-()
               WHERE c.date IS NOT NULL AND ($before IS NULL OR c.date < date($before)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer3
}
CALL (inside, layer3) {
  UNWIND layer3 AS step
  WITH inside, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, step ORDER BY step.total DESC, step.papers
  WITH y, collect(step) AS steps
  WITH y, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-()
               WHERE c.date IS NOT NULL AND ($before IS NULL OR c.date < date($before)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer4
}
CALL (inside, layer4) {
  UNWIND layer4 AS step
  WITH inside, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, step ORDER BY step.total DESC, step.papers
  WITH y, collect(step) AS steps
  WITH y, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-()
               WHERE c.date IS NOT NULL AND ($before IS NULL OR c.date < date($before)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer5
}
CALL (inside, layer5) {
  UNWIND layer5 AS step
  WITH inside, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, step ORDER BY step.total DESC, step.papers
  WITH y, collect(step) AS steps
  WITH y, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-()
               WHERE c.date IS NOT NULL AND ($before IS NULL OR c.date < date($before)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer6
}
UNWIND [layer1, layer2, layer3, layer4, layer5, layer6][..$max_hops] AS layer
UNWIND [step IN layer WHERE step.paper = late] AS best
WITH best ORDER BY best.total DESC, size(best.papers)
WITH collect(best) AS bests
WITH bests[0] AS best, [b IN bests WHERE b.total = bests[0].total | b.ways] AS ways
WHERE best IS NOT NULL
RETURN reverse(best.papers) AS papers, reverse(best.citations) AS citations, best.total AS total,
       size(best.papers) - 1 AS hops, reduce(sum = 0, n IN ways | sum + n) AS optimal_paths
ORDER BY total
