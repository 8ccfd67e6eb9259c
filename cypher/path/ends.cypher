// Two papers in the order of time, ties by id.
//
// mode:    read
// params:  a, b, before = null
// returns: paper_id, date

UNWIND [$a, $b] AS paper_id
MATCH (p:Paper {id: paper_id})
WHERE p.date IS NOT NULL AND ($before IS NULL OR p.date < date($before))
RETURN p.id AS paper_id, p.date AS date
ORDER BY date, paper_id
