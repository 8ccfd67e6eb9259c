// How a paper was cited in each year: with approval, with criticism, without an opinion, unread.
//
// mode:    read
// params:  paper_id: paper, before: day = null
// returns: year, positive, neutral, negative, unlabelled, human
//
// Citations by the sentiment of most of their labelled mentions; human counts those that people
// labelled. Citations of undated papers have no year and are left out.

MATCH (p:Paper {id: $paper_id})<-[c:CITES]-(:Paper)
WHERE c.date IS NOT NULL
  AND ($before IS NULL OR (p.date < date($before) AND c.date < date($before)))
RETURN c.date.year AS year,
       count(CASE WHEN c.sentiment = 'positive' THEN 1 END) AS positive,
       count(CASE WHEN c.sentiment = 'neutral' THEN 1 END) AS neutral,
       count(CASE WHEN c.sentiment = 'negative' THEN 1 END) AS negative,
       count(CASE WHEN c.sentiment IS NULL THEN 1 END) AS unlabelled,
       count(CASE WHEN c.sentiment_source = 'human' THEN 1 END) AS human
ORDER BY year
