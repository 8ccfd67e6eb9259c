// Contributions with the papers that provided them, in blocks.
//
// mode:    read
// params:  top
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND range(0, $top / 1000) AS k
CALL (k) {
  UNWIND range(k * 1000, k * 1000 + 999) AS i
  MATCH (c:Contribution)-[r:GROUNDED_IN]->(p:Paper) WHERE id(c) = i
  RETURN collect([c.id, p.id, r.day, r.is_canonical]) AS rows
}
RETURN rows
