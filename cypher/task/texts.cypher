// Titles and abstracts of some papers, of those that are dated before a day.
//
// mode:    read
// params:  paper_ids: papers, before: day
// returns: paper_id, title, abstract, date
// texts:   abstract

UNWIND $paper_ids AS paper_id
MATCH (p:Paper {id: paper_id})
WHERE p.date < date($before)
RETURN DISTINCT p.id AS paper_id, p.title AS title, p.abstract AS abstract, p.date AS date
ORDER BY paper_id
