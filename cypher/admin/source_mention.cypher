// Mentions, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (g:Paragraph)-[r:MENTIONS]->(p:Paper) WHERE id(g) = i
  RETURN collect([g.id, p.id, r.day, r.start, r.end]) AS rows
}
RETURN rows
