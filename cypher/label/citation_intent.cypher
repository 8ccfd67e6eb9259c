// Sum up on each citation the intent of its mentions.
//
// mode:    write
// params:  ids
// returns:
//
// As in citation_sentiment; of equally many the intent that is last in the alphabet, so that
// background comes after method and result.

UNWIND $ids AS id
MATCH (x:Paper {id: id})-[:HAS_PARAGRAPH]->(g:Paragraph)-[m:MENTIONS]->(p:Paper)
WHERE m.intent IS NOT NULL
WITH x, p, m ORDER BY g.position, g.id, m.start, m.end
WITH x, p, collect(m) AS every
WITH x, p, every, [m IN every WHERE m.intent_source = 'human'] AS human
WITH x, p, CASE WHEN size(human) > 0 THEN human ELSE every END AS counted
MATCH (x)-[c:CITES]->(p)
WHERE coalesce(c.intent_source, '') <> 'human'
UNWIND counted AS m
WITH c, m.intent AS intent, avg(m.intent_confidence) AS confidence, count(*) AS mentions,
     head(collect(m.intent_source)) AS source
ORDER BY mentions DESC, intent DESC
WITH c, collect([intent, confidence, source])[0] AS best
SET c.intent = best[0], c.intent_confidence = best[1], c.intent_source = best[2]
