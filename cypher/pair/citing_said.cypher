// Papers that cite a paper and what they say of it, most cited first.
//
// mode:    read
// params:  paper_id: paper, before: day = null, limit = 100
// returns: paper_id, title, date, citations, sentiment, intent, mentions, text, start, end
// texts:   text
//
// sentiment and intent are those of the citation, null where nobody labelled it. text is the
// paragraph of the surest mention with that sentiment, of any mention without one, and the mention
// stands in it from start up to end; else the sentence that people labelled, without a place.

MATCH (p:Paper {id: $paper_id})<-[c:CITES]-(x:Paper)
WHERE $before IS NULL OR (p.date < date($before) AND c.date < date($before))
WITH p, c, x,
     COUNT {
       (x)<-[d:CITES]-(:Paper) WHERE $before IS NULL OR d.date < date($before)
     } AS citations
ORDER BY citations DESC, x.id
LIMIT $limit
WITH *, COLLECT {
  MATCH (x)-[:HAS_PARAGRAPH]->(g:Paragraph)-[m:MENTIONS]->(p)
  WITH g, m
  ORDER BY coalesce(m.sentiment = c.sentiment, false) DESC, m.sentiment_confidence IS NULL,
           m.sentiment_confidence DESC, g.position, m.start, g.id
  RETURN {text: g.text, start: m.start, end: m.end}
} AS said
RETURN x.id AS paper_id, x.title AS title, x.date AS date, citations,
       c.sentiment AS sentiment, c.intent AS intent, size(said) AS mentions,
       coalesce(said[0].text, c.sentence) AS text, said[0].start AS start, said[0].end AS end
ORDER BY citations DESC, paper_id
