// Venues whose stored id is the one given, else those whose id ends with it or whose name it is.
//
// mode:    read
// params:  id
// returns: id, name, papers

OPTIONAL MATCH (stored:Venue {id: $id})
CALL (stored) {
  MATCH (n:Venue) WHERE n = stored RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Venue)
  WHERE toLower(n.id) ENDS WITH ':' + toLower($id) OR toLower(n.name) = toLower($id)
  RETURN n
}
RETURN n.id AS id, n.name AS name, COUNT { (n)<-[:PUBLISHED_IN]-(:Paper) } AS papers
ORDER BY papers DESC, id
