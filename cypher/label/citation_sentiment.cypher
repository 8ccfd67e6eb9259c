// Sum up on each citation the sentiment of its mentions.
//
// mode:    write
// params:  ids
// returns:
//
// Mentions that people labelled count alone where there are some; a citation that people labelled
// itself stays as it is. The sentiment is that of most mentions, of equally many the first of
// negative, positive, neutral; its confidence is the mean of theirs.

UNWIND $ids AS id
MATCH (x:Paper {id: id})-[:HAS_PARAGRAPH]->(g:Paragraph)-[m:MENTIONS]->(p:Paper)
WHERE m.sentiment IS NOT NULL
WITH x, p, m ORDER BY g.position, g.id, m.start, m.end
WITH x, p, collect(m) AS every
WITH x, p, every, [m IN every WHERE m.sentiment_source = 'human'] AS human
WITH x, p, CASE WHEN size(human) > 0 THEN human ELSE every END AS counted
MATCH (x)-[c:CITES]->(p)
WHERE coalesce(c.sentiment_source, '') <> 'human'
WITH c, counted,
     size([m IN counted WHERE m.sentiment = 'positive']) AS positive,
     size([m IN counted WHERE m.sentiment = 'neutral']) AS neutral,
     size([m IN counted WHERE m.sentiment = 'negative']) AS negative
WITH c, counted, positive, neutral, negative,
     CASE WHEN negative >= positive AND negative >= neutral THEN 'negative'
          WHEN positive >= neutral THEN 'positive' ELSE 'neutral' END AS sentiment
WITH c, counted, positive, neutral, negative, sentiment,
     [m IN counted WHERE m.sentiment = sentiment | m.sentiment_confidence] AS sure
SET c.positive = positive, c.neutral = neutral, c.negative = negative, c.sentiment = sentiment,
    c.sentiment_confidence = reduce(sum = 0.0, one IN sure | sum + one) / size(sure),
    c.sentiment_source = counted[0].sentiment_source
