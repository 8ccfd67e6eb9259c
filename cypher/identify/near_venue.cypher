// Venues whose stored id or name holds one of some texts, in any case.
//
// mode:    read
// params:  parts, limit = 2000
// returns: id, name, papers

MATCH (n:Venue)
WHERE any(part IN $parts WHERE toLower(n.id) CONTAINS part OR toLower(n.name) CONTAINS part)
RETURN n.id AS id, n.name AS name, COUNT { (n)<-[:PUBLISHED_IN]-(:Paper) } AS papers
ORDER BY papers DESC, id
LIMIT $limit
