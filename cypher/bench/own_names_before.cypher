// Authors with the most papers, by name, before a day.
//
// mode:    read
// params:  before
// returns: author_id, name, papers

MATCH (a:Author)-[w:AUTHORED]->(p:Paper)
WHERE w.date < date($before)
RETURN a.id AS author_id, min(w.name) AS name, count(p) AS papers
ORDER BY papers DESC, author_id
LIMIT 20
