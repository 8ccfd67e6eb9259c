// Contributions, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
//
// One row per block of internal numbers, because a row per element is bound by the client. The
// numbers, of admin/node_blocks, are used inside this one reading only.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (c:Contribution) WHERE id(c) = i
  RETURN collect([c.id, c.kind, c.text, c.day, c.paper_ref, c.paper_title, c.name, c.contribution,
                  c.unknown_papers]) AS rows
}
RETURN rows
