// Mentions of papers by documents that nobody dates.
//
// mode:    read
// params:  examples = 5
// returns: count, total, examples
//
// Examples are kinds of documents.

MATCH (a:Artifact)-[r:REFERS_TO]->(:Paper)
WHERE r.count IS NULL
WITH a.kind AS kind, count(r) AS total, count(r) - count(r.date) AS missing
ORDER BY kind
WITH sum(total) AS total, sum(missing) AS count,
     [one IN collect([kind, missing]) WHERE one[1] > 0 | one[0]] AS kinds
RETURN count, total, kinds[..$examples] AS examples
ORDER BY count
