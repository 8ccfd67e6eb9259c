// The fewest references to follow from a later paper to an earlier one.
//
// mode:    read
// params:  early, late, before = null
// returns: hops
//
// Each step goes to a reference dated strictly before the citing paper.

MATCH (early:Paper {id: $early})
WHERE early.date IS NOT NULL AND ($before IS NULL OR early.date < date($before))
WITH early LIMIT 1
MATCH (late:Paper {id: $late})
WHERE late.date IS NOT NULL AND ($before IS NULL OR late.date < date($before))
MATCH p = SHORTEST 1 (late)
  ((x)-[:CITES]->(y:Paper) WHERE y.date < x.date AND y.date >= early.date AND x.date <= late.date)+
  (early)
RETURN length(p) AS hops
ORDER BY hops
