// Contributions with the papers that provided them, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (c:Contribution)-[r:GROUNDED_IN]->(p:Paper) WHERE id(c) = i
  RETURN collect([c.id, p.id, r.day, r.is_canonical]) AS rows
}
RETURN rows
