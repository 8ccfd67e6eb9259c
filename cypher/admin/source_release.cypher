// Artefacts that papers released, in blocks.
//
// mode:    read
// params:  top
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND range(0, $top / 1000) AS k
CALL (k) {
  UNWIND range(k * 1000, k * 1000 + 999) AS i
  MATCH (p:Paper)-[r:RELEASED]->(a:Artifact) WHERE id(p) = i
  RETURN collect([p.id, a.id, r.day]) AS rows
}
RETURN rows
