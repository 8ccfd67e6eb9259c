// Citations of a paper in each year in which there are some.
//
// mode:    read
// params:  paper_id: paper, before: day = null
// returns: year, citations
//
// Citations of undated papers have no year and are left out.

MATCH (p:Paper {id: $paper_id})<-[c:CITES]-(:Paper)
WHERE c.date IS NOT NULL
  AND ($before IS NULL OR (p.date < date($before) AND c.date < date($before)))
RETURN c.date.year AS year, count(*) AS citations
ORDER BY year
