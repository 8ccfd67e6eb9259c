// Authors whose stored id is the one given, else ends with it.
//
// mode:    read
// params:  id
// returns: id, name, papers

OPTIONAL MATCH (stored:Author {id: $id})
CALL (stored) {
  MATCH (n:Author) WHERE n = stored RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Author) WHERE n.id ENDS WITH ':' + $id RETURN n
}
RETURN n.id AS id, n.name AS name, COUNT { (n)-[:AUTHORED]->(:Paper) } AS papers
ORDER BY papers DESC, id
