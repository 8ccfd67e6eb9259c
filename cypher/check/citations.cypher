// Those of some pairs of papers in which the first cites the second.
//
// mode:    read
// params:  pairs, before: day
// returns: citing_id, cited_id
//
// $pairs is a list of [citing, cited]. Without a cut-off $before is null.

UNWIND $pairs AS pair
MATCH (a:Paper {id: pair[0]})-[c:CITES]->(b:Paper {id: pair[1]})
WHERE $before IS NULL OR (c.date < date($before) AND b.date < date($before))
RETURN DISTINCT a.id AS citing_id, b.id AS cited_id
ORDER BY citing_id, cited_id
