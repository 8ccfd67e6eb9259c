// Artefacts, in blocks.
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
  MATCH (a:Artifact) WHERE id(a) = i
  RETURN collect([a.id, a.kind, coalesce(a.names[0], a.name), a.count, toString(a.read_on)]
                 + CASE WHEN a.url IS NULL THEN [] ELSE [a.url] END) AS rows
}
RETURN rows
