// Research fields of papers, in blocks.
//
// mode:    read
// params:  top
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND range(0, $top / 1000) AS k
CALL (k) {
  UNWIND range(k * 1000, k * 1000 + 999) AS i
  MATCH (p:Paper)-[r:IN_FIELD]->(f:Field) WHERE id(p) = i
  RETURN collect([p.id, f.id, r.day, r.score, r.is_primary, r.name, r.level]) AS rows
}
RETURN rows
