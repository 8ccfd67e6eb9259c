// Venues, communities and research fields whose name stands in a text, in any case.
//
// mode:    read
// params:  text, before = null
// returns: name
//
// As of a day venues and fields are called what was printed before it, and later communities do not
// exist.

CALL () {
  MATCH (v:Venue) WHERE $before IS NULL RETURN v.name AS name
  UNION
  MATCH (:Venue)<-[r:PUBLISHED_IN]-() WHERE r.date < date($before) RETURN r.name AS name
  UNION
  MATCH (c:Community) WHERE $before IS NULL OR c.before <= date($before) RETURN c.name AS name
  UNION
  MATCH (f:Field) WHERE $before IS NULL RETURN f.name AS name
  UNION
  MATCH (:Field)<-[r:IN_FIELD]-() WHERE r.date < date($before) RETURN r.name AS name
}
WITH name WHERE toLower($text) CONTAINS toLower(name)
RETURN name
ORDER BY name
