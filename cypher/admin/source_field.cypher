// Research fields, in blocks.
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
  MATCH (f:Field) WHERE id(f) = i
  RETURN collect([f.id, coalesce(f.names[0], f.name), f.level]) AS rows
}
RETURN rows
