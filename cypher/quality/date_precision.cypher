// Dated papers of which only the year, a period, the month, or the day is known, among all dated papers.
//
// mode:    read
// params:  precision, examples = 5
// values:  precision = year | period | month | day
// returns: count, total, examples

MATCH (p:Paper)
WHERE p.date IS NOT NULL AND p.date_precision = $precision
WITH p.id AS id
ORDER BY id
WITH collect(id) AS ids
RETURN size(ids) AS count, COUNT { MATCH (p:Paper) WHERE p.date IS NOT NULL } AS total,
       ids[..$examples] AS examples
ORDER BY count
