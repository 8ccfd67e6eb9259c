// One author with the number of papers, co-authors and citations and the years of activity.
//
// mode:    read
// params:  author_id: author, before: day = null
// returns: author_id, name, papers, co_authors, citations, first_date, last_date
//
// The name is the commonest on the papers before $before.

MATCH (a:Author {id: $author_id})
CALL (a) {
  MATCH (a)-[w:AUTHORED]->(p:Paper)
  WHERE $before IS NULL OR w.date < date($before)
  WITH DISTINCT p, w.date AS date
  RETURN count(p) AS papers, min(date) AS first_date, max(date) AS last_date,
         sum(COUNT {
           (p)<-[c:CITES]-(:Paper) WHERE $before IS NULL OR c.date < date($before)
         }) AS citations
}
CALL (a) {
  MATCH (a)-[w:AUTHORED]->(:Paper) WHERE w.date < date($before)
  WITH w.name AS form, count(*) AS times ORDER BY times DESC, size(form) DESC, form + ''
  RETURN collect(form)[0] AS name
}
CALL (a) {
  MATCH (a)-[w:AUTHORED]->(:Paper)<-[:AUTHORED]-(b:Author)
  WHERE b <> a AND ($before IS NULL OR w.date < date($before))
  RETURN count(DISTINCT b) AS co_authors
}
WITH * WHERE $before IS NULL OR papers > 0
RETURN a.id AS author_id,
       CASE WHEN $before IS NULL THEN a.name ELSE name END AS name, papers, co_authors, citations,
       first_date, last_date
ORDER BY author_id
