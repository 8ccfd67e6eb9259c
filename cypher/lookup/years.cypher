// Dated papers by year of publication.
//
// mode:    read
// params:  before: day = null
// returns: year, papers

MATCH (p:Paper)
WHERE p.date IS NOT NULL AND ($before IS NULL OR p.date < date($before))
RETURN p.date.year AS year, count(*) AS papers
ORDER BY year
