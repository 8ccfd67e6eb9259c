// Papers mentioned in one paragraph with a paper, the most frequent first.
//
// mode:    read
// params:  paper_id: paper, before: day = null, since = null, until = null, limit = 100
// years:   since, until
// returns: paper_id, title, date, papers, paragraphs
//
// papers counts the citing papers in which that happens, paragraphs all such paragraphs.

MATCH (p:Paper {id: $paper_id})-[m:CO_MENTIONED]-(o:Paper)
WHERE ($before IS NULL
    OR (m.date < date($before) AND p.date < date($before) AND o.date < date($before)))
  AND ($since IS NULL OR o.date.year >= $since)
  AND ($until IS NULL OR o.date.year <= $until)
RETURN o.id AS paper_id, o.title AS title, o.date AS date,
       count(DISTINCT m.citing_id) AS papers, sum(size(m.paragraph_ids)) AS paragraphs
ORDER BY papers DESC, paragraphs DESC, paper_id
LIMIT $limit
