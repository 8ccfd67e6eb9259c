// The most cited path between two papers: references of references, from the later to the earlier.
//
// mode:    read
// params:  early, late, max_hops, before = null, weights_before = null, objective = "sum", endpoints = "include"
// returns: papers, citations, total, hops, optimal_paths, value
//
// Each step goes from a paper to a reference dated strictly before it. Of all paths of at most
// $max_hops hops (never more than six) the one with the most citations in total wins; of several,
// the one with fewer hops, then the smaller ids, compared from the later end. Paths are not
// enumerated, which takes minutes beside a paper cited by hundreds: among the papers near enough
// to both ends, each layer holds the best path of so many hops to each paper.
//
// Citations are counted up to $weights_before, else $before; papers dated later weigh 0. With
// objective mean the citations per paper decide, with endpoints exclude only the inner papers
// count; a mean without an inner paper is null and wins only when there is no other. Quotients of
// such small numbers are equal exactly when the means are.

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
WITH early, late, date(coalesce($weights_before, $before)) AS counted,
     [near IN near_late WHERE near.paper IN within[$max_hops - near.down] | near.paper] AS inside
CALL (early, counted) {
  WITH early, COUNT { (early)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
                      (c.date < counted AND early.date < counted)) } AS weight
  RETURN [{paper: early, total: weight, ways: 1, papers: [early.id], citations: [weight]}] AS layer0
}
CALL (inside, counted, layer0) {
  UNWIND layer0 AS step
  WITH inside, counted, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, counted, step ORDER BY step.total DESC, step.papers
  WITH y, counted, collect(step) AS steps
  WITH y, counted, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
               (c.date < counted AND y.date < counted)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer1
}
CALL (inside, counted, layer1) {
  UNWIND layer1 AS step
  WITH inside, counted, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, counted, step ORDER BY step.total DESC, step.papers
  WITH y, counted, collect(step) AS steps
  WITH y, counted, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
               (c.date < counted AND y.date < counted)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer2
}
CALL (inside, counted, layer2) {
  UNWIND layer2 AS step
  WITH inside, counted, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, counted, step ORDER BY step.total DESC, step.papers
  WITH y, counted, collect(step) AS steps
  WITH y, counted, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
               (c.date < counted AND y.date < counted)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer3
}
CALL (inside, counted, layer3) {
  UNWIND layer3 AS step
  WITH inside, counted, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, counted, step ORDER BY step.total DESC, step.papers
  WITH y, counted, collect(step) AS steps
  WITH y, counted, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
               (c.date < counted AND y.date < counted)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer4
}
CALL (inside, counted, layer4) {
  UNWIND layer4 AS step
  WITH inside, counted, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, counted, step ORDER BY step.total DESC, step.papers
  WITH y, counted, collect(step) AS steps
  WITH y, counted, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
               (c.date < counted AND y.date < counted)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer5
}
CALL (inside, counted, layer5) {
  UNWIND layer5 AS step
  WITH inside, counted, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, counted, step ORDER BY step.total DESC, step.papers
  WITH y, counted, collect(step) AS steps
  WITH y, counted, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
               (c.date < counted AND y.date < counted)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer6
}
UNWIND [layer1, layer2, layer3, layer4, layer5, layer6][..$max_hops] AS layer
UNWIND [step IN layer WHERE step.paper = late] AS best
WITH best, size(best.papers) - 1 AS hops,
     best.total - CASE $endpoints WHEN 'include' THEN 0 ELSE best.citations[0] + best.citations[-1] END AS total,
     CASE WHEN $objective = 'sum' THEN 1 WHEN $endpoints = 'include' THEN size(best.papers)
          ELSE size(best.papers) - 2 END AS counting
WITH best, hops, total, CASE counting WHEN 0 THEN null ELSE toFloat(total) / counting END AS value
ORDER BY value IS NULL, value DESC, hops
WITH collect({papers: best.papers, citations: best.citations, total: total, hops: hops, ways: best.ways,
              value: value}) AS bests
WITH bests[0] AS best, [b IN bests WHERE b.value = bests[0].value OR bests[0].value IS NULL | b.ways] AS ways
WHERE best IS NOT NULL
RETURN reverse(best.papers) AS papers, reverse(best.citations) AS citations, best.total AS total,
       best.hops AS hops, reduce(sum = 0, n IN ways | sum + n) AS optimal_paths, best.value AS value
ORDER BY total
