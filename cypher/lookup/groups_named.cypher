// Venues, communities and research fields whose name stands in a text, in any case.
//
// mode:    read
// params:  text
// returns: name

CALL () {
  MATCH (v:Venue) RETURN v.name AS name
  UNION
  MATCH (c:Community) RETURN c.name AS name
  UNION
  MATCH (f:Field) RETURN f.name AS name
}
WITH name WHERE toLower($text) CONTAINS toLower(name)
RETURN name
ORDER BY name
