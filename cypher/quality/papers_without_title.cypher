// Papers without a title.
//
// mode:    read
// params:  examples = 5
// returns: count, total, examples

MATCH (p:Paper)
WHERE p.title IS NULL OR trim(p.title) = ''
WITH p.id AS id
ORDER BY id
WITH collect(id) AS ids
RETURN size(ids) AS count, COUNT { (:Paper) } AS total, ids[..$examples] AS examples
ORDER BY count
