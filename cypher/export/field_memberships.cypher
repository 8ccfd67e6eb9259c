// Research fields of papers in blocks of parallel lists.
//
// mode:    read
// params:  blocks
// returns: paper, field, is_primary, other_name, other_level
//
// Numbers as in export/papers; is_primary is 1 for the main field of its level, else 0. other_name
// and other_level are what the paper says of the field: empty for what the field has, as nearly all
// do, a space where it states no name.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS number
  MATCH (p:Paper) WHERE id(p) = number
  MATCH (p)-[r:IN_FIELD]->(f:Field)
  RETURN collect(number) AS paper, collect(id(f)) AS field,
         collect(CASE WHEN r.is_primary THEN 1 ELSE 0 END) AS is_primary,
         collect(CASE WHEN r.name IS NULL THEN ' ' WHEN r.name = f.name THEN '' ELSE r.name END) AS other_name,
         collect(CASE WHEN r.level <> f.level THEN r.level ELSE '' END) AS other_level
}
RETURN paper, field, is_primary, other_name, other_level
