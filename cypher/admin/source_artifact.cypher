// Artefacts, in blocks.
//
// mode:    read
// params:  top
// returns: rows
//
// One row per thousand internal numbers, because a row per element is bound by the client. The
// numbers are used inside this one reading only.

UNWIND range(0, $top / 1000) AS k
CALL (k) {
  UNWIND range(k * 1000, k * 1000 + 999) AS i
  MATCH (a:Artifact) WHERE id(a) = i
  RETURN collect([a.id, a.kind, a.name, a.count, toString(a.read_on)]) AS rows
}
RETURN rows
