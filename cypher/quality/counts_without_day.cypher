// Counts of papers that nobody says were read on which day.
//
// mode:    read
// params:  examples = 5
// returns: count, total, examples
//
// Awards are no counts. Examples are kinds of counts.

MATCH (a:Artifact)-[r:REFERS_TO]->(:Paper)
WHERE a.kind <> "award" AND r.count IS NOT NULL
WITH a.kind AS kind, count(r) AS total, count(r) - count(r.read_on) AS missing
ORDER BY kind
WITH sum(total) AS total, sum(missing) AS count,
     [one IN collect([kind, missing]) WHERE one[1] > 0 | one[0]] AS kinds
RETURN count, total, kinds[..$examples] AS examples
ORDER BY count
