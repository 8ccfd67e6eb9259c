// How many papers cite each paper with approval, with criticism and without an opinion.
//
// mode:    read
// params:  before: day, rule, is_human_only
// returns: paper_id, positive, neutral, negative
//
// Citations whose labels fit by $rule, as in pair/citing_with; papers without any are absent.

MATCH (x:Paper)<-[c:CITES]-(citing:Paper)
WHERE c.sentiment IS NOT NULL AND c.date < date($before) AND x.date < date($before)
  AND citing <> x AND (NOT $is_human_only OR c.sentiment_source = 'human')
WITH x, c, c.positive + c.neutral + c.negative AS every
WITH x, CASE $rule
          WHEN 'any' THEN [c.positive > 0, c.neutral > 0, c.negative > 0]
          WHEN 'all' THEN [c.positive = every, c.neutral = every, c.negative = every]
          ELSE [c.sentiment = 'positive', c.sentiment = 'neutral', c.sentiment = 'negative']
        END AS fits
RETURN x.id AS paper_id,
       count(CASE WHEN fits[0] THEN 1 END) AS positive,
       count(CASE WHEN fits[1] THEN 1 END) AS neutral,
       count(CASE WHEN fits[2] THEN 1 END) AS negative
ORDER BY paper_id
