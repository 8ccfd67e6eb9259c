// Those of some stored ids that name a paper.
//
// mode:    read
// params:  ids
// returns: paper_id

UNWIND $ids AS id
MATCH (n:Paper {id: id})
RETURN DISTINCT n.id AS paper_id
ORDER BY paper_id
