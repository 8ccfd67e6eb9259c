// Papers in the order of time, ties by id; those without a date are left out.
//
// mode:    read
// params:  paper_ids: papers, before: day = null
// returns: paper_id, date

UNWIND $paper_ids AS paper_id
MATCH (p:Paper {id: paper_id})
WHERE p.date IS NOT NULL AND ($before IS NULL OR p.date < date($before))
RETURN DISTINCT p.id AS paper_id, p.date AS date
ORDER BY date, paper_id
