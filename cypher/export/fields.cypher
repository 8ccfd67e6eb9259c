// Research fields in blocks of parallel lists.
//
// mode:    read
// params:  top
// returns: node, field_id, name, level
//
// Numbers as in export/papers.

UNWIND range(0, $top / 5000) AS block
CALL (block) {
  UNWIND range(block * 5000, block * 5000 + 4999) AS number
  MATCH (f:Field) WHERE id(f) = number
  RETURN collect(number) AS node, collect(f.id) AS field_id,
         collect(coalesce(f.name, '')) AS name, collect(f.level) AS level
}
RETURN node, field_id, name, level
