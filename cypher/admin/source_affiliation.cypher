// Affiliations of authors, in blocks.
//
// mode:    read
// params:  top
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND range(0, $top / 1000) AS k
CALL (k) {
  UNWIND range(k * 1000, k * 1000 + 999) AS i
  MATCH (a:Author)-[r:AFFILIATED_WITH]->(n:Institution) WHERE id(a) = i
  RETURN collect([a.id, n.id, r.paper_id, r.day, r.name]) AS rows
}
RETURN rows
