// Some authors with the number of their papers and the day of the first, in the order of their ids.
//
// mode:    read
// params:  author_ids: authors, before: day = null
// returns: author_id, name, papers, first_date
//
// As of a day the name is the commonest on the papers before it; authors without such papers are
// left out.

UNWIND $author_ids AS id
WITH DISTINCT id
MATCH (a:Author {id: id})
CALL (a) {
  MATCH (a)-[w:AUTHORED]->(p:Paper)
  WHERE $before IS NULL OR w.date < date($before)
  RETURN count(DISTINCT p) AS papers, min(w.date) AS first_date
}
CALL (a) {
  MATCH (a)-[w:AUTHORED]->(:Paper) WHERE w.date < date($before)
  WITH w.name AS form, count(*) AS times ORDER BY times DESC, size(form) DESC, form + ''
  RETURN collect(form)[0] AS earlier
}
WITH * WHERE $before IS NULL OR papers > 0
RETURN a.id AS author_id, CASE WHEN $before IS NULL THEN a.name ELSE earlier END AS name, papers,
       first_date
ORDER BY author_id
