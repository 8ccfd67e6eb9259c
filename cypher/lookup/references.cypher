// Ids of the works that some papers cite, in the order of the papers' ids.
//
// mode:    read
// params:  paper_ids: papers, before: day = null
// returns: paper_id, cited_ids
//
// Of works without a record only the id is known; with $before, they are left out.

UNWIND $paper_ids AS id
WITH DISTINCT id
MATCH (p:Paper {id: id})
WHERE $before IS NULL OR p.date < date($before)
RETURN p.id AS paper_id,
       COLLECT {
         MATCH (p)-[:CITES]->(w:Work)
         WHERE $before IS NULL OR w.date < date($before)
         RETURN w.id ORDER BY w.id
       } AS cited_ids
ORDER BY paper_id
