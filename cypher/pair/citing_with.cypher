// Papers that cite a paper with approval, with criticism or without an opinion.
//
// mode:    read
// params:  paper_id: paper, sentiment, rule = "majority", before: day = null, since = null, until = null, limit = 100
// years:   since, until
// values:  sentiment = positive | negative | neutral, rule = any | majority | all
// returns: paper_id, title, date, confidence, source, positive, neutral, negative, paragraph_id, text
// texts:   text
//
// $sentiment is positive, negative or neutral; $rule says how many of a citation's labelled
// mentions must have it: any, majority (the citation's own sentiment) or all. source tells who
// labelled: human, or a classifier with its fingerprint. text is the paragraph of the surest such
// mention, else the sentence that people labelled, where either is known.

MATCH (p:Paper {id: $paper_id})<-[c:CITES]-(x:Paper)
WHERE c.sentiment IS NOT NULL
  AND ($before IS NULL OR (p.date < date($before) AND c.date < date($before)))
  AND ($since IS NULL OR x.date.year >= $since)
  AND ($until IS NULL OR x.date.year <= $until)
  AND CASE $rule
        WHEN 'any' THEN c[$sentiment] > 0
        WHEN 'all' THEN c[$sentiment] > 0 AND c[$sentiment] = c.positive + c.neutral + c.negative
        WHEN 'majority' THEN c.sentiment = $sentiment
        ELSE false
      END
WITH p, c, x, head(COLLECT {
  MATCH (x)-[:HAS_PARAGRAPH]->(g:Paragraph)-[m:MENTIONS]->(p)
  WHERE m.sentiment = $sentiment
  WITH g ORDER BY m.sentiment_confidence DESC, g.position, g.id
  RETURN g
}) AS g
RETURN x.id AS paper_id, x.title AS title, x.date AS date,
       c.sentiment_confidence AS confidence, c.sentiment_source AS source,
       c.positive AS positive, c.neutral AS neutral, c.negative AS negative,
       g.id AS paragraph_id,
       CASE WHEN g IS NOT NULL THEN g.text WHEN c.sentiment = $sentiment THEN c.sentence END AS text
ORDER BY c.sentiment = $sentiment DESC, source = 'human' DESC, confidence DESC, date, paper_id
LIMIT $limit
