// Venues whose stored id is the one given, else those whose id ends with it or with a printed name.
//
// mode:    read
// params:  id, name: text = null, before: day = null
// folded:  name
// returns: id, name, papers

OPTIONAL MATCH (stored:Venue {id: $id})
WHERE $before IS NULL OR EXISTS { (stored)<-[w:PUBLISHED_IN]-(:Paper) WHERE w.date < date($before) }
CALL (stored) {
  MATCH (n:Venue) WHERE n = stored RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Venue)
  WHERE toLower(n.id) ENDS WITH ':' + toLower($id)
    OR any(i IN range(0, coalesce(size(n.spellings), 0) - 1)
      WHERE n.spellings[i] CONTAINS '|' + $name + '|' AND ($before IS NULL OR EXISTS {
        (n)<-[w:PUBLISHED_IN]-()
        WHERE w.date < date($before) AND w.name = coalesce(n.names, [n.name])[i] }))
  RETURN n
}
CALL (n) {
  MATCH (n)<-[w:PUBLISHED_IN]-(:Paper) WHERE $before IS NULL OR w.date < date($before)
  WITH w.name AS form, count(*) AS times ORDER BY times DESC, size(form) DESC, form + ''
  RETURN collect(form)[0] AS earlier, sum(times) AS papers
}
WITH * WHERE $before IS NULL OR papers > 0
RETURN n.id AS id, CASE WHEN $before IS NULL THEN n.name ELSE earlier END AS name, papers
ORDER BY papers DESC, id
