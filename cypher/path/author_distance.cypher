// How many joint papers lie between two authors, and a shortest chain of them.
//
// mode:    read
// params:  author_id: author, other_author_id: author, before: day = null
// returns: authors, papers, hops
//
// One hop is one joint paper. Of several shortest chains the one with the smallest ids is told. At
// most 12 hops are looked for.

UNWIND [$author_id, $other_author_id] AS id
MATCH (a:Author {id: id})
WITH collect(a) AS ends
WITH ends[0] AS one, ends[1] AS other
WHERE one <> other
MATCH path = allShortestPaths((one)-[:AUTHORED*1..24]-(other))
WHERE all(w IN relationships(path) WHERE $before IS NULL OR w.date < date($before))
WITH [n IN nodes(path) WHERE n:Author | n.id] AS authors,
     [n IN nodes(path) WHERE n:Paper | n.id] AS papers
RETURN authors, papers, size(papers) AS hops
ORDER BY authors, papers
LIMIT 1
