// Contributions with those that enabled them, in blocks.
//
// mode:    read
// params:  top
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND range(0, $top / 1000) AS k
CALL (k) {
  UNWIND range(k * 1000, k * 1000 + 999) AS i
  MATCH (c:Contribution)-[r:ENABLED_BY]->(e:Contribution) WHERE id(c) = i
  RETURN collect([c.id, e.id, r.day, r.position, r.roles, r.rationale, r.evidence]) AS rows
}
RETURN rows
