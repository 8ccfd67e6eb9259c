// Venues whose stored id or name holds one of some texts, in any case.
//
// mode:    read
// params:  parts, limit = 2000, before = null
// returns: id, name, papers

MATCH (n:Venue)
WHERE any(part IN $parts WHERE toLower(n.id) CONTAINS part OR toLower(n.name) CONTAINS part)
WITH n, COUNT { (n)<-[w:PUBLISHED_IN]-(:Paper) WHERE $before IS NULL OR w.date < date($before) } AS papers
WHERE $before IS NULL OR papers > 0
RETURN n.id AS id, n.name AS name, papers
ORDER BY papers DESC, id
LIMIT $limit
