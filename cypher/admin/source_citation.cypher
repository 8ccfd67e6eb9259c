// Citations with their days, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (p:Paper)-[r:CITES]->(w:Work) WHERE id(p) = i
  RETURN collect([p.id, w.id, r.day]) AS rows
}
RETURN rows
