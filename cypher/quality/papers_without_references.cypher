// Papers that cite nothing.
//
// mode:    read
// params:  examples = 5
// returns: count, total, examples

MATCH (p:Paper)
WHERE NOT EXISTS { (p)-[:CITES]->(:Work) }
WITH p.id AS id
ORDER BY id
WITH collect(id) AS ids
RETURN size(ids) AS count, COUNT { (:Paper) } AS total, ids[..$examples] AS examples
ORDER BY count
