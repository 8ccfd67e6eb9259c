// A shortest path between two papers along references, told from the earlier to the later paper.
//
// mode:    read
// params:  source_id: paper, target_id: paper, before: day = null
// returns: papers, titles, dates, hops, paths
//
// Each paper cites the one before it and is strictly later; the two papers may come in either
// order. Of several shortest paths, counted in paths, the one with the smallest ids is told. At
// most 15 hops are looked for.

UNWIND [$source_id, $target_id] AS id
MATCH (p:Paper {id: id})
WHERE p.date IS NOT NULL AND ($before IS NULL OR p.date < date($before))
WITH p ORDER BY p.day, p.id
WITH collect(p) AS ends
WITH ends[0] AS early, ends[1] AS late
WHERE early <> late
MATCH path = allShortestPaths((late)-[:CITES*1..15]->(early))
WHERE all(c IN relationships(path) WHERE startNode(c).day > endNode(c).day)
WITH reverse(nodes(path)) AS steps
WITH steps, [p IN steps | p.id] AS papers
ORDER BY papers
WITH collect(steps) AS found
WITH found[0] AS steps, size(found) AS paths
WHERE paths > 0
RETURN [p IN steps | p.id] AS papers, [p IN steps | p.title] AS titles,
       [p IN steps | p.date] AS dates, size(steps) - 1 AS hops, paths
ORDER BY papers
