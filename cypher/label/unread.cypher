// Mentions that a classifier has not labelled yet, by citing paper.
//
// mode:    read
// params:  after, limit, before: day, sentiment_source, intent_source
// returns: paper_id, mentions
// texts:   mentions
//
// The next papers with full text after $after, by id; a mention is [paragraph id, text, cited id,
// start, end]. What people labelled stays out. A source is null when that label is not asked for.

MATCH (x:Paper)
WHERE x.id > $after AND ($before IS NULL OR x.date < date($before))
  AND EXISTS { (x)-[:HAS_PARAGRAPH]->(:Paragraph) }
WITH x ORDER BY x.id LIMIT $limit
RETURN x.id AS paper_id,
       COLLECT { MATCH (x)-[:HAS_PARAGRAPH]->(g:Paragraph)-[m:MENTIONS]->(p:Paper)
                 WHERE m.end > m.start
                   AND ($before IS NULL OR m.date < date($before) AND p.date < date($before))
                   AND (($sentiment_source IS NOT NULL
                         AND NOT coalesce(m.sentiment_source, '') IN ['human', $sentiment_source])
                     OR ($intent_source IS NOT NULL
                         AND NOT coalesce(m.intent_source, '') IN ['human', $intent_source]))
                 WITH g, m, p ORDER BY g.position, g.id, m.start, m.end, p.id
                 RETURN [g.id, g.text, p.id, m.start, m.end] } AS mentions
ORDER BY paper_id
