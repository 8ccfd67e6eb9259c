// Authors who wrote most papers together.
//
// mode:    read
// params:
// returns: author_id, other_id, papers

MATCH (a:Author)-[:AUTHORED]->(p)<-[:AUTHORED]-(b:Author)
WHERE a.id < b.id
RETURN a.id AS author_id, b.id AS other_id, count(p) AS papers
ORDER BY papers DESC, author_id, other_id
LIMIT 20
