// Authors with the most papers, by name, before a day.
//
// mode:    read
// params:  before
// returns: author_id, name, papers

MATCH (a:Author)-[w:AUTHORED]->(p:Paper)
WHERE w.date < date($before)
WITH a, w.name AS form, count(p) AS times ORDER BY times DESC, size(form) DESC, form
RETURN a.id AS author_id, collect(form)[0] AS name, sum(times) AS papers
ORDER BY papers DESC, author_id
LIMIT 20
