// Research fields of papers in blocks of parallel lists.
//
// mode:    read
// params:  top
// returns: paper, field, is_primary
//
// Numbers as in export/papers; is_primary is 1 for the main field of its level, else 0.

UNWIND range(0, $top / 1000) AS block
CALL (block) {
  UNWIND range(block * 1000, block * 1000 + 999) AS number
  MATCH (p:Paper) WHERE id(p) = number
  MATCH (p)-[r:IN_FIELD]->(f:Field)
  RETURN collect(number) AS paper, collect(id(f)) AS field,
         collect(CASE WHEN r.is_primary THEN 1 ELSE 0 END) AS is_primary
}
RETURN paper, field, is_primary
