// Paragraphs with the paper that they are from, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
// texts:   rows
//
// One row per block of internal numbers, because a row per element is bound by the client. The
// numbers, of admin/node_blocks, are used inside this one reading only.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (g:Paragraph)<-[:HAS_PARAGRAPH]-(p:Paper) WHERE id(g) = i
  RETURN collect([g.id, p.id, g.position, g.section, g.text]) AS rows
}
RETURN rows
