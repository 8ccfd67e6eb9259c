// Venues whose stored id, or a printed name of which, holds one of some folded texts.
//
// mode:    read
// params:  parts, limit = 2000, before: day = null
// returns: id, name, papers

MATCH (n:Venue)
CALL (n) {
  MATCH (n)<-[w:PUBLISHED_IN]-(:Paper) WHERE w.date < date($before)
  WITH w.name AS form, count(*) AS times ORDER BY times DESC, size(form) DESC, form + ''
  RETURN collect(form)[0] AS earlier
}
WITH n, CASE WHEN $before IS NULL THEN n.name ELSE earlier END AS name
WHERE any(part IN $parts WHERE toLower(n.id) CONTAINS part
  OR any(i IN range(0, coalesce(size(n.spellings), 0) - 1)
    WHERE n.spellings[i] CONTAINS part AND ($before IS NULL OR EXISTS {
      (n)<-[w:PUBLISHED_IN]-()
      WHERE w.date < date($before) AND w.name = coalesce(n.names, [n.name])[i] })))
WITH n, name,
  COUNT { (n)<-[w:PUBLISHED_IN]-(:Paper) WHERE $before IS NULL OR w.date < date($before) } AS papers
WHERE $before IS NULL OR papers > 0
RETURN n.id AS id, name, papers
ORDER BY papers DESC, id
LIMIT $limit
