// Authors who wrote papers with an author, the most frequent first.
//
// mode:    read
// params:  author_id: author, before: day = null, since = null, until = null, limit = 100
// years:   since, until
// returns: author_id, name, papers, first_date, last_date
//
// The name is the commonest on the papers before $before.

MATCH (a:Author {id: $author_id})-[w:AUTHORED]->(p:Paper)<-[:AUTHORED]-(b:Author)
WHERE b <> a AND ($before IS NULL OR w.date < date($before))
  AND ($since IS NULL OR p.date.year >= $since)
  AND ($until IS NULL OR p.date.year <= $until)
WITH b, count(DISTINCT p) AS papers, min(w.date) AS first_date, max(w.date) AS last_date
ORDER BY papers DESC, b.id
LIMIT $limit
CALL (b) {
  MATCH (b)-[w:AUTHORED]->(:Paper) WHERE w.date < date($before)
  WITH w.name AS form, count(*) AS times ORDER BY times DESC, size(form) DESC, form + ''
  RETURN collect(form)[0] AS name
}
RETURN b.id AS author_id, CASE WHEN $before IS NULL THEN b.name ELSE name END AS name, papers,
       first_date, last_date
ORDER BY papers DESC, author_id
