// Research fields in blocks of parallel lists.
//
// mode:    read
// params:  blocks
// returns: node, field_id, name, level
//
// Numbers as in export/papers.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS number
  MATCH (f:Field) WHERE id(f) = number
  RETURN collect(number) AS node, collect(f.id) AS field_id,
         collect(coalesce(f.name, '')) AS name, collect(f.level) AS level
}
RETURN node, field_id, name, level
