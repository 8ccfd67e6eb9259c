// Citations of some papers as of a day.
//
// mode:    read
// params:  paper_ids, before = null
// returns: paper_id, citations
//
// A citation counts when its citing paper is dated, and dated before $before.

UNWIND $paper_ids AS paper_id
MATCH (p:Paper {id: paper_id})
WHERE p.date IS NOT NULL AND ($before IS NULL OR p.date < date($before))
WITH DISTINCT p
RETURN p.id AS paper_id,
       COUNT { (p)<-[c:CITES]-()
               WHERE c.date IS NOT NULL AND ($before IS NULL OR c.date < date($before)) } AS citations
ORDER BY paper_id
