// Paragraphs with the paper that they are from, in blocks.
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
  MATCH (g:Paragraph)<-[:HAS_PARAGRAPH]-(p:Paper) WHERE id(g) = i
  RETURN collect([g.id, p.id, g.position, g.section, g.text]) AS rows
}
RETURN rows
