// Names of some venues, of several the commonest on papers before a day.
//
// mode:    read
// params:  venue_ids: venues, before: day
// returns: venue_id, name, names
//
// names are all that papers before the day print; a venue without one before the day is not there.

UNWIND $venue_ids AS venue_id
MATCH (v:Venue {id: venue_id})
CALL (v) {
  MATCH (v)<-[r:PUBLISHED_IN]-(:Paper) WHERE r.date < date($before)
  WITH r.name AS form, count(*) AS times ORDER BY times DESC, size(form) DESC, form + ''
  RETURN collect(form) AS forms, sum(times) AS papers
}
WITH v, forms, papers WHERE $before IS NULL OR papers > 0
RETURN v.id AS venue_id,
       coalesce(CASE WHEN $before IS NULL THEN v.name ELSE forms[0] END, v.id) AS name,
       [one IN coalesce(v.names, [v.name]) WHERE $before IS NULL OR one IN forms] AS names
ORDER BY venue_id
