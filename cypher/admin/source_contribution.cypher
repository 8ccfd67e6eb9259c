// Contributions, in blocks.
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
  MATCH (c:Contribution) WHERE id(c) = i
  RETURN collect([c.id, c.kind, c.text, c.day, c.paper_ref, c.paper_title, c.name, c.contribution,
                  c.unknown_papers]) AS rows
}
RETURN rows
