// Names of some venues, of several the commonest on papers before a day.
//
// mode:    read
// params:  venue_ids, before
// returns: venue_id, name

UNWIND $venue_ids AS venue_id
MATCH (v:Venue {id: venue_id})
CALL (v) {
  MATCH (v)<-[r:PUBLISHED_IN]-(:Paper) WHERE $before IS NOT NULL AND r.date < date($before)
  WITH r.name AS form, count(*) AS times ORDER BY times DESC, size(form) DESC, form + ''
  RETURN collect(form)[0] AS name
}
RETURN v.id AS venue_id,
       coalesce(CASE WHEN $before IS NULL THEN v.name ELSE name END, v.id) AS name
ORDER BY venue_id
