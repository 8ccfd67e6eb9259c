// Claims with the paper that they are about, in blocks.
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
  MATCH (c:Claim)<-[:HAS_CLAIM]-(p:Paper) WHERE id(c) = i
  RETURN collect([c.id, p.id, c.stance, c.text, c.origin]) AS rows
}
RETURN rows
