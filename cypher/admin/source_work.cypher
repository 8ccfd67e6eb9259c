// Cited works without a record, in blocks.
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
  MATCH (w:Work) WHERE id(w) = i
  // As a condition the server would scan all works for each number.
  RETURN collect(CASE WHEN NOT w:Paper THEN w.id END) AS rows
}
RETURN rows
