// Number of mentions that a classifier has not labelled yet.
//
// mode:    read
// params:  before: day, sentiment_source, intent_source
// returns: mentions
//
// Those of label/unread, without their texts. A source is null when that label is not asked for.

MATCH (x:Paper)-[:HAS_PARAGRAPH]->(:Paragraph)-[m:MENTIONS]->(p:Paper)
WHERE m.end > m.start
  AND ($before IS NULL
    OR x.date < date($before) AND m.date < date($before) AND p.date < date($before))
  AND (($sentiment_source IS NOT NULL
        AND NOT coalesce(m.sentiment_source, '') IN ['human', $sentiment_source])
    OR ($intent_source IS NOT NULL
        AND NOT coalesce(m.intent_source, '') IN ['human', $intent_source]))
RETURN count(m) AS mentions
