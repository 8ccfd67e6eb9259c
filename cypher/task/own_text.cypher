// A paper's own paragraphs with the earlier papers that each mentions.
//
// mode:    read
// params:  paper_id
// returns: paragraph_id, position, text, mentions
//
// A mention is [paper id, title].

MATCH (p:Paper {id: $paper_id})-[:HAS_PARAGRAPH]->(g:Paragraph)
CALL (p, g) {
  OPTIONAL MATCH (g)-[:MENTIONS]->(q:Paper) WHERE q.date < p.date
  WITH DISTINCT q ORDER BY q.id
  WITH q WHERE q IS NOT NULL
  RETURN collect([q.id, q.title]) AS mentions
}
RETURN g.id AS paragraph_id, g.position AS position, g.text AS text, mentions
ORDER BY position, paragraph_id
