// All paths between two papers along references, each told from the earlier to the later paper.
//
// mode:    read
// params:  source_id: paper, target_id: paper, max_hops = 4, limit = 100, before: day = null
// returns: papers, hops, truncated
//
// Each paper cites the one before it and is strictly later; the two papers may come in either
// order. Shorter paths come first, then smaller ids, compared from the later end; truncated says on each row that there are
// more than $limit. At most six hops are followed, whatever $max_hops says: their number grows
// fourfold with each hop. Every length is a branch of its own, because the bound of a pattern is no
// parameter. Quantified patterns of the same meaning are planned from the cited end and were a
// hundred times slower.

UNWIND [$source_id, $target_id] AS id
MATCH (p:Paper {id: id})
WHERE p.date IS NOT NULL AND ($before IS NULL OR p.date < date($before))
WITH p ORDER BY p.day, p.id
WITH collect(p) AS ends
WITH ends[0] AS early, ends[1] AS late
WHERE early <> late
CALL (early, late) {
  WITH early, late WHERE $max_hops >= 1
  MATCH path = (late)-[:CITES*1..1]->(early)
  WHERE all(c IN relationships(path)
            WHERE startNode(c).day > endNode(c).day AND endNode(c).day >= early.day)
  RETURN path
UNION ALL
  WITH early, late WHERE $max_hops >= 2
  MATCH path = (late)-[:CITES*2..2]->(early)
  WHERE all(c IN relationships(path)
            WHERE startNode(c).day > endNode(c).day AND endNode(c).day >= early.day)
  RETURN path
UNION ALL
  WITH early, late WHERE $max_hops >= 3
  MATCH path = (late)-[:CITES*3..3]->(early)
  WHERE all(c IN relationships(path)
            WHERE startNode(c).day > endNode(c).day AND endNode(c).day >= early.day)
  RETURN path
UNION ALL
  WITH early, late WHERE $max_hops >= 4
  MATCH path = (late)-[:CITES*4..4]->(early)
  WHERE all(c IN relationships(path)
            WHERE startNode(c).day > endNode(c).day AND endNode(c).day >= early.day)
  RETURN path
UNION ALL
  WITH early, late WHERE $max_hops >= 5
  MATCH path = (late)-[:CITES*5..5]->(early)
  WHERE all(c IN relationships(path)
            WHERE startNode(c).day > endNode(c).day AND endNode(c).day >= early.day)
  RETURN path
UNION ALL
  WITH early, late WHERE $max_hops >= 6
  MATCH path = (late)-[:CITES*6..6]->(early)
  WHERE all(c IN relationships(path)
            WHERE startNode(c).day > endNode(c).day AND endNode(c).day >= early.day)
  RETURN path
}
WITH [p IN nodes(path) | p.id] AS from_late, length(path) AS hops
ORDER BY hops, from_late
LIMIT $limit + 1
WITH collect({papers: reverse(from_late), hops: hops}) AS found
UNWIND found[..$limit] AS row
RETURN row.papers AS papers, row.hops AS hops, size(found) > $limit AS truncated
ORDER BY hops, reverse(papers)
