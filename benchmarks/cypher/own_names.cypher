// Authors with the most papers, by name.
//
// mode:    read
// params:
// returns: author_id, name, papers

MATCH (a:Author)-[:AUTHORED]->(p:Paper)
RETURN a.id AS author_id, a.name AS name, count(p) AS papers
ORDER BY papers DESC, author_id
LIMIT 20
