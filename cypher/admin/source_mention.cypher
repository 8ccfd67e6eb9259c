// Mentions, in blocks.
//
// mode:    read
// params:  top
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND range(0, $top / 1000) AS k
CALL (k) {
  UNWIND range(k * 1000, k * 1000 + 999) AS i
  MATCH (g:Paragraph)-[r:MENTIONS]->(p:Paper) WHERE id(g) = i
  RETURN collect([g.id, p.id, r.day, r.start, r.end]) AS rows
}
RETURN rows
