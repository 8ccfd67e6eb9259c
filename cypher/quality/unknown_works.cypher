// Works that are cited but of which no record was loaded, among all works.
//
// mode:    read
// params:  examples = 5
// returns: count, total, examples

MATCH (w:Work)
WHERE NOT w:Paper
WITH w.id AS id
ORDER BY id
WITH collect(id) AS ids
RETURN size(ids) AS count, COUNT { (:Work) } AS total, ids[..$examples] AS examples
ORDER BY count
