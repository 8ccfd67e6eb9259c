// Research fields of papers, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (p:Paper)-[r:IN_FIELD]->(f:Field) WHERE id(p) = i
  RETURN collect([p.id, f.id, r.day, r.score, r.is_primary, r.name, r.level]) AS rows
}
RETURN rows
