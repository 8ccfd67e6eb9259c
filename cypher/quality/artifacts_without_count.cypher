// Repositories, data sets and models of which no count was loaded.
//
// mode:    read
// params:  examples = 5
// returns: count, total, examples

MATCH (a:Artifact)
WHERE a.kind IN ["repository", "dataset", "model"]
WITH a.id AS id, a.count IS NULL AS is_missing
ORDER BY id
WITH count(*) AS total, [one IN collect([id, is_missing]) WHERE one[1] | one[0]] AS ids
RETURN size(ids) AS count, total, ids[..$examples] AS examples
ORDER BY count
