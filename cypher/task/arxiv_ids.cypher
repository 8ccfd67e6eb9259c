// The ids that some papers have at arXiv, of those that are dated before a day.
//
// mode:    read
// params:  paper_ids: papers, before: day
// returns: paper_id, arxiv_id

UNWIND $paper_ids AS paper_id
MATCH (p:Paper {id: paper_id})
WHERE p.arxiv_id IS NOT NULL AND p.date < date($before)
RETURN DISTINCT p.id AS paper_id, p.arxiv_id AS arxiv_id
ORDER BY paper_id
