// Papers without a date: nothing with a cut-off sees them.
//
// mode:    read
// params:  examples = 5
// returns: count, total, examples

MATCH (p:Paper)
WHERE p.date IS NULL
WITH p.id AS id
ORDER BY id
WITH collect(id) AS ids
RETURN size(ids) AS count, COUNT { (:Paper) } AS total, ids[..$examples] AS examples
ORDER BY count
