// What some records say of a paper beyond what all do, in blocks.
//
// mode:    read
// params:  top
// returns: rows
//
// One row per thousand internal numbers, as in source_paper. A kind of its own, so that the
// fingerprint of a network without such details does not depend on them. That a citation is
// influential follows from its paper.

UNWIND range(0, $top / 1000) AS k
CALL (k) {
  UNWIND range(k * 1000, k * 1000 + 999) AS i
  MATCH (p:Paper) WHERE id(p) = i AND p.has_influential_only
  RETURN collect([p.id, p.has_influential_only]) AS rows
}
RETURN rows
