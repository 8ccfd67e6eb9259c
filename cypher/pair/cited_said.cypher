// Papers that a paper cites and what it says of them, most cited first.
//
// mode:    read
// params:  paper_id: paper, before: day = null, limit = 100
// returns: paper_id, title, date, citations, sentiment, intent, mentions, text, start, end
// texts:   text
//
// What the columns say stands in pair/citing_said.

MATCH (p:Paper {id: $paper_id})-[c:CITES]->(r:Paper)
WHERE $before IS NULL OR (c.date < date($before) AND r.date < date($before))
WITH p, c, r,
     COUNT {
       (r)<-[d:CITES]-(:Paper) WHERE $before IS NULL OR d.date < date($before)
     } AS citations
ORDER BY citations DESC, r.id
LIMIT $limit
WITH *, COLLECT {
  MATCH (p)-[:HAS_PARAGRAPH]->(g:Paragraph)-[m:MENTIONS]->(r)
  WITH g, m
  ORDER BY coalesce(m.sentiment = c.sentiment, false) DESC, m.sentiment_confidence IS NULL,
           m.sentiment_confidence DESC, g.position, m.start, g.id
  RETURN {text: g.text, start: m.start, end: m.end}
} AS said
RETURN r.id AS paper_id, r.title AS title, r.date AS date, citations,
       c.sentiment AS sentiment, c.intent AS intent, size(said) AS mentions,
       coalesce(said[0].text, c.sentence) AS text, said[0].start AS start, said[0].end AS end
ORDER BY citations DESC, paper_id
