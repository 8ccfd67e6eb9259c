// Contributions with those that enabled them, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (c:Contribution)-[r:ENABLED_BY]->(e:Contribution) WHERE id(c) = i
  RETURN collect([c.id, e.id, r.day, r.position, r.roles, r.rationale, r.evidence]) AS rows
}
RETURN rows
