// Co-mentions, in blocks.
//
// mode:    read
// params:  top
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND range(0, $top / 1000) AS k
CALL (k) {
  UNWIND range(k * 1000, k * 1000 + 999) AS i
  MATCH (a:Paper)-[r:CO_MENTIONED]->(b:Paper) WHERE id(a) = i
  RETURN collect([a.id, b.id, r.citing_id, r.day, r.count, r.paragraph_ids]) AS rows
}
RETURN rows
