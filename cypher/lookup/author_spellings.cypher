// Names that papers of an author print, those on most papers first.
//
// mode:    read
// params:  author_id: author, before: day = null
// returns: name, papers

MATCH (a:Author {id: $author_id})-[w:AUTHORED]->(p:Paper)
WHERE w.name IS NOT NULL AND ($before IS NULL OR w.date < date($before))
RETURN w.name AS name, count(DISTINCT p) AS papers
ORDER BY papers DESC, name
