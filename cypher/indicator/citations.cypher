// Citations of some papers as of a day, from a day on, or in the first years.
//
// mode:    read
// params:  paper_ids: papers, before: day = null, since = null, window_years = null
// returns: paper_id, citations, window_open
//
// A citation counts when its citing paper is dated, before $before and not before $since. With
// $window_years the citing paper must also be later than the paper, by so many calendar years at
// most. window_open: as in indicator/disruption.

CALL () {
  MATCH (p:Paper)
  WHERE p.date < coalesce(date($before), date('9999-12-31'))
  WITH p.date AS day ORDER BY day DESC LIMIT 100
  RETURN collect(day) AS days
}
WITH days[0] AS newest, reduce(longest = 366, i IN range(1, size(days) - 1) |
  CASE WHEN duration.inDays(days[i], days[i - 1]).days > longest
       THEN duration.inDays(days[i], days[i - 1]).days ELSE longest END) AS pause
WITH CASE WHEN duration.inDays(newest, date($before)).days <= pause
          THEN date($before) - duration({days: 1}) ELSE newest END AS covered
UNWIND $paper_ids AS paper_id
MATCH (p:Paper {id: paper_id})
WHERE p.date IS NOT NULL AND ($before IS NULL OR p.date < date($before))
WITH DISTINCT p, covered,
     CASE WHEN $window_years IS NOT NULL THEN p.date + duration({years: $window_years}) END AS last
RETURN p.id AS paper_id,
       COUNT { (p)<-[c:CITES]-()
               WHERE c.date IS NOT NULL AND ($before IS NULL OR c.date < date($before))
                 AND ($since IS NULL OR c.date >= date($since))
                 AND (last IS NULL OR (c.date > p.date AND c.date <= last)) } AS citations,
       last > covered AS window_open
ORDER BY paper_id
