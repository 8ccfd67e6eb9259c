// Authors who wrote most papers together, before a day.
//
// mode:    read
// params:  before
// returns: author_id, other_id, papers

MATCH (a:Author)-[w:AUTHORED]->(p)<-[v:AUTHORED]-(b:Author)
WHERE w.date < date($before) AND v.date < date($before) AND a.id < b.id
RETURN a.id AS author_id, b.id AS other_id, count(p) AS papers
ORDER BY papers DESC, author_id, other_id
LIMIT 20
