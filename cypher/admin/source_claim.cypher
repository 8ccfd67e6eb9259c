// Claims with the paper that they are about, in blocks.
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
  MATCH (c:Claim)<-[:HAS_CLAIM]-(p:Paper) WHERE id(c) = i
  RETURN collect([c.id, p.id, c.stance, c.text, c.origin]) AS rows
}
RETURN rows
