// Citations of some papers as of a day, from a day on, or in the first years.
//
// mode:    read
// params:  paper_ids, before = null, since = null, window_years = null
// returns: paper_id, citations
//
// A citation counts when its citing paper is dated, before $before and not before $since. With
// $window_years the citing paper must also be later than the paper, by so many calendar years at
// most.

UNWIND $paper_ids AS paper_id
MATCH (p:Paper {id: paper_id})
WHERE p.date IS NOT NULL AND ($before IS NULL OR p.date < date($before))
WITH DISTINCT p,
     CASE WHEN $window_years IS NOT NULL THEN p.date + duration({years: $window_years}) END AS last
RETURN p.id AS paper_id,
       COUNT { (p)<-[c:CITES]-()
               WHERE c.date IS NOT NULL AND ($before IS NULL OR c.date < date($before))
                 AND ($since IS NULL OR c.date >= date($since))
                 AND (last IS NULL OR (c.date > p.date AND c.date <= last)) } AS citations
ORDER BY paper_id
