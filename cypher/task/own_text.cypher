// A paper's own paragraphs with the earlier papers that each mentions.
//
// mode:    read
// params:  paper_id: paper, before: day = null
// returns: paragraph_id, position, section, text, mentions, has_later
// texts:   text
//
// A mention is [paper id, title, start, end], the first of each paper. Earlier papers are dated
// before the paper itself, or before $before; has_later says that others are mentioned, too.

MATCH (p:Paper {id: $paper_id})-[:HAS_PARAGRAPH]->(g:Paragraph)
WITH p, g, coalesce(date($before), p.date) AS day
CALL (g, day) {
  OPTIONAL MATCH (g)-[m:MENTIONS]->(q:Paper) WHERE q.date < day
  WITH q, min([m.start, m.end]) AS place
  ORDER BY q.id
  WITH q, place WHERE q IS NOT NULL
  RETURN collect([q.id, q.title, place[0], place[1]]) AS mentions
}
RETURN g.id AS paragraph_id, g.position AS position, g.section AS section, g.text AS text, mentions,
       EXISTS { MATCH (g)-[:MENTIONS]->(q:Paper) WHERE q.date IS NULL OR q.date >= day }
         AS has_later
ORDER BY position, paragraph_id
