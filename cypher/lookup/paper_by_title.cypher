// Papers with exactly this title, whatever its case.
//
// mode:    read
// params:  title: text, before: day = null
// returns: paper_id, title, date
//
// The full-text index finds the title as a phrase, in which only the quote and the backslash mean
// something; the comparison then makes it exact.

WITH trim($title) AS title
WHERE title <> ''
CALL db.index.fulltext.queryNodes(
  'paper_text',
  'title:"' + replace(replace(title, '\\', '\\\\'), '"', '\\"') + '"'
) YIELD node AS p
WITH p, title
WHERE toLower(trim(p.title)) = toLower(title)
  AND ($before IS NULL OR p.date < date($before))
RETURN p.id AS paper_id, p.title AS title, p.date AS date
ORDER BY date, paper_id
