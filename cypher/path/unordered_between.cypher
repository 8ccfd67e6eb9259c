// Citations within a span of time that have no order: they stay within a day or run forward.
//
// mode:    read
// params:  first, last
// returns: citations
//
// Both papers are dated from $first to $last, both days included.

MATCH (x:Paper)-[:CITES]->(y:Paper)
WHERE x.date >= date($first) AND x.date <= date($last)
  AND y.date >= x.date AND y.date <= date($last)
RETURN count(*) AS citations
ORDER BY citations
