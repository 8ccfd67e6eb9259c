// Those of some papers that their source calls a review.
//
// mode:    read
// params:  paper_ids: papers, before: day
// returns: paper_id

UNWIND $paper_ids AS paper_id
MATCH (p:Paper {id: paper_id})
WHERE p.type = "review" AND p.date < date($before)
RETURN p.id AS paper_id
ORDER BY paper_id
