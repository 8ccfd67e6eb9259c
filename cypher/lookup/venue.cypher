// One venue with its number of papers, their citations and the first and last date.
//
// mode:    read
// params:  venue_id: venue, before: day = null
// returns: venue_id, name, papers, citations, first_date, last_date
//
// The name is the commonest on the papers before $before.

MATCH (v:Venue {id: $venue_id})
CALL (v) {
  MATCH (v)<-[r:PUBLISHED_IN]-(p:Paper)
  WHERE $before IS NULL OR p.date < date($before)
  RETURN count(p) AS papers, min(p.date) AS first_date, max(p.date) AS last_date,
         sum(COUNT {
           (p)<-[c:CITES]-(:Paper) WHERE $before IS NULL OR c.date < date($before)
         }) AS citations
}
CALL (v) {
  MATCH (v)<-[r:PUBLISHED_IN]-(:Paper) WHERE r.date < date($before)
  WITH r.name AS form, count(*) AS times ORDER BY times DESC, size(form) DESC, form + ''
  RETURN collect(form)[0] AS name
}
WITH * WHERE $before IS NULL OR papers > 0
RETURN v.id AS venue_id, CASE WHEN $before IS NULL THEN v.name ELSE name END AS name, papers,
       citations, first_date, last_date
ORDER BY venue_id
