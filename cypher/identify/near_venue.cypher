// Venues whose stored id or name holds one of some texts, in any case.
//
// mode:    read
// params:  parts, limit = 2000, before = null
// returns: id, name, papers

MATCH (n:Venue)
CALL (n) {
  MATCH (n)<-[w:PUBLISHED_IN]-(:Paper) WHERE w.date < date($before)
  WITH w.name AS form, count(*) AS times ORDER BY times DESC, size(form) DESC, form + ''
  RETURN collect(form)[0] AS earlier
}
WITH n, CASE WHEN $before IS NULL THEN n.name ELSE earlier END AS name
WHERE any(part IN $parts WHERE toLower(n.id) CONTAINS part OR toLower(name) CONTAINS part)
WITH n, name,
  COUNT { (n)<-[w:PUBLISHED_IN]-(:Paper) WHERE $before IS NULL OR w.date < date($before) } AS papers
WHERE $before IS NULL OR papers > 0
RETURN n.id AS id, name, papers
ORDER BY papers DESC, id
LIMIT $limit
