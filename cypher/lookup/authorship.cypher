// Who wrote some papers, with ids, in the order of their bylines.
//
// mode:    read
// params:  paper_ids: papers, before: day = null
// returns: paper_id, author_id, name
//
// Papers that do not exist before $before are left out. Authors are called as the paper calls them.

UNWIND $paper_ids AS id
WITH DISTINCT id
MATCH (p:Paper {id: id})<-[w:AUTHORED]-(a:Author)
WHERE $before IS NULL OR p.date < date($before)
RETURN p.id AS paper_id, a.id AS author_id, w.name AS name
ORDER BY paper_id, w.position, author_id
