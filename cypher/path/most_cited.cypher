// The most cited path from any of some papers to any of others: references of references.
//
// mode:    read
// params:  source_ids: papers, target_ids: papers, max_hops, before: day = null, weights_before: day = null, objective = "sum", endpoints = "include"
// values:  objective = sum | mean, endpoints = include | exclude
// returns: papers, citations, total, hops, optimal_paths, value
//
// Each step goes from a paper to a reference dated strictly before it. Of all paths of one step at
// least and $max_hops at most (never more than six) the one with the most citations in total wins;
// of several, the one with fewer hops, then the smaller ids, compared from the later end. Paths are
// not enumerated, which takes minutes beside a paper cited by hundreds: among the papers so many
// references below a target at most, each layer holds the best path of so many hops to each paper.
//
// Citations are counted up to $weights_before, else $before; papers dated later weigh 0. With
// objective mean the citations per paper decide, with endpoints exclude only the inner papers
// count; a mean without an inner paper is null and wins only when there is no other. Quotients of
// such small numbers are equal exactly when the means are.

CALL () {
  UNWIND $target_ids AS id
  MATCH (p:Paper {id: id})
  WHERE p.date IS NOT NULL AND ($before IS NULL OR p.date < date($before))
  RETURN collect(DISTINCT p) AS below0
}
CALL () {
  UNWIND $source_ids AS id
  MATCH (p:Paper {id: id})
  WHERE p.date IS NOT NULL AND ($before IS NULL OR p.date < date($before))
  RETURN collect(DISTINCT p) AS sources, min(p.date) AS first
}
CALL (below0, first) {
  UNWIND CASE WHEN $max_hops > 1 THEN below0 ELSE [] END AS y
  MATCH (y)-[:CITES]->(x:Paper) WHERE x.date < y.date AND x.date >= first
  RETURN collect(DISTINCT x) AS below1
}
CALL (below1, first) {
  UNWIND CASE WHEN $max_hops > 2 THEN below1 ELSE [] END AS y
  MATCH (y)-[:CITES]->(x:Paper) WHERE x.date < y.date AND x.date >= first
  RETURN collect(DISTINCT x) AS below2
}
CALL (below2, first) {
  UNWIND CASE WHEN $max_hops > 3 THEN below2 ELSE [] END AS y
  MATCH (y)-[:CITES]->(x:Paper) WHERE x.date < y.date AND x.date >= first
  RETURN collect(DISTINCT x) AS below3
}
CALL (below3, first) {
  UNWIND CASE WHEN $max_hops > 4 THEN below3 ELSE [] END AS y
  MATCH (y)-[:CITES]->(x:Paper) WHERE x.date < y.date AND x.date >= first
  RETURN collect(DISTINCT x) AS below4
}
CALL (below4, first) {
  UNWIND CASE WHEN $max_hops > 5 THEN below4 ELSE [] END AS y
  MATCH (y)-[:CITES]->(x:Paper) WHERE x.date < y.date AND x.date >= first
  RETURN collect(DISTINCT x) AS below5
}
WITH below0 AS targets, sources, date(coalesce($weights_before, $before)) AS counted,
     [below0, below0 + below1, below0 + below1 + below2, below0 + below1 + below2 + below3,
      below0 + below1 + below2 + below3 + below4,
      below0 + below1 + below2 + below3 + below4 + below5] AS near
CALL (sources, counted) {
  UNWIND sources AS x
  WITH x, COUNT { (x)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
                  (c.date < counted AND x.date < counted)) } AS weight
  RETURN collect({paper: x, total: CASE $endpoints WHEN 'include' THEN weight ELSE 0 END, ways: 1,
                  papers: [x.id], citations: [weight]}) AS layer0
}
CALL (near, counted, layer0) {
  UNWIND CASE WHEN $max_hops >= 1 THEN layer0 ELSE [] END AS step
  WITH near[$max_hops - 1] AS inside, counted, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, counted, step ORDER BY step.total DESC, step.papers
  WITH y, counted, collect(step) AS steps
  WITH y, counted, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
               (c.date < counted AND y.date < counted)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer1
}
CALL (near, counted, layer1) {
  UNWIND CASE WHEN $max_hops >= 2 THEN layer1 ELSE [] END AS step
  WITH near[$max_hops - 2] AS inside, counted, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, counted, step ORDER BY step.total DESC, step.papers
  WITH y, counted, collect(step) AS steps
  WITH y, counted, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
               (c.date < counted AND y.date < counted)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer2
}
CALL (near, counted, layer2) {
  UNWIND CASE WHEN $max_hops >= 3 THEN layer2 ELSE [] END AS step
  WITH near[$max_hops - 3] AS inside, counted, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, counted, step ORDER BY step.total DESC, step.papers
  WITH y, counted, collect(step) AS steps
  WITH y, counted, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
               (c.date < counted AND y.date < counted)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer3
}
CALL (near, counted, layer3) {
  UNWIND CASE WHEN $max_hops >= 4 THEN layer3 ELSE [] END AS step
  WITH near[$max_hops - 4] AS inside, counted, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, counted, step ORDER BY step.total DESC, step.papers
  WITH y, counted, collect(step) AS steps
  WITH y, counted, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
               (c.date < counted AND y.date < counted)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer4
}
CALL (near, counted, layer4) {
  UNWIND CASE WHEN $max_hops >= 5 THEN layer4 ELSE [] END AS step
  WITH near[$max_hops - 5] AS inside, counted, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, counted, step ORDER BY step.total DESC, step.papers
  WITH y, counted, collect(step) AS steps
  WITH y, counted, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
               (c.date < counted AND y.date < counted)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer5
}
CALL (near, counted, layer5) {
  UNWIND CASE WHEN $max_hops >= 6 THEN layer5 ELSE [] END AS step
  WITH near[$max_hops - 6] AS inside, counted, step, step.paper AS x
  MATCH (x)<-[:CITES]-(y) WHERE y IN inside AND x.date < y.date
  WITH y, counted, step ORDER BY step.total DESC, step.papers
  WITH y, counted, collect(step) AS steps
  WITH y, counted, steps[0] AS best, [step IN steps WHERE step.total = steps[0].total | step.ways] AS ways,
       COUNT { (y)<-[c:CITES]-() WHERE c.date IS NOT NULL AND (counted IS NULL OR
               (c.date < counted AND y.date < counted)) } AS weight
  RETURN collect({paper: y, total: best.total + weight, ways: reduce(sum = 0, n IN ways | sum + n),
                  papers: [y.id] + best.papers, citations: [weight] + best.citations}) AS layer6
}
UNWIND layer1 + layer2 + layer3 + layer4 + layer5 + layer6 AS best
WITH best, targets WHERE best.paper IN targets
WITH best, size(best.papers) - 1 AS hops,
     best.total - CASE $endpoints WHEN 'include' THEN 0 ELSE best.citations[0] END AS total,
     CASE WHEN $objective = 'sum' THEN 1 WHEN $endpoints = 'include' THEN size(best.papers)
          ELSE size(best.papers) - 2 END AS counting
WITH best, hops, total, CASE counting WHEN 0 THEN null ELSE toFloat(total) / counting END AS value
ORDER BY value IS NULL, value DESC, hops, best.papers
WITH collect({papers: best.papers, citations: best.citations, total: total, hops: hops, ways: best.ways,
              value: value}) AS bests
WITH bests[0] AS best, [b IN bests WHERE b.value = bests[0].value OR bests[0].value IS NULL | b.ways] AS ways
WHERE best IS NOT NULL
RETURN reverse(best.papers) AS papers, reverse(best.citations) AS citations, best.total AS total,
       best.hops AS hops, reduce(sum = 0, n IN ways | sum + n) AS optimal_paths, best.value AS value
ORDER BY total
