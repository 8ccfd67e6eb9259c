// Venues, communities and research fields with a name that stands in a text.
//
// mode:    read
// params:  text: text, before: day = null
// folded:  text
// returns: name
//
// Every name that a paper prints is one, as of a day those printed before it; later communities do
// not exist.

CALL () {
  MATCH (v:Venue)
  UNWIND range(0, coalesce(size(v.spellings), 0) - 1) AS i
  WITH v, v.spellings[i] AS spelled, coalesce(v.names, [v.name])[i] AS name
  WHERE $before IS NULL
    OR EXISTS { (v)<-[r:PUBLISHED_IN]-() WHERE r.date < date($before) AND r.name = name }
  RETURN name, spelled
  UNION
  MATCH (f:Field)
  UNWIND range(0, coalesce(size(f.spellings), 0) - 1) AS i
  WITH f, f.spellings[i] AS spelled, coalesce(f.names, [f.name])[i] AS name
  WHERE $before IS NULL
    OR EXISTS { (f)<-[r:IN_FIELD]-() WHERE r.date < date($before) AND r.name = name }
  RETURN name, spelled
  UNION
  MATCH (c:Community) WHERE $before IS NULL OR c.before <= date($before)
  UNWIND c.spellings AS spelled
  RETURN c.name AS name, spelled
}
WITH name, spelled
WHERE any(one IN split(spelled, '|') WHERE one <> '' AND $text CONTAINS one)
RETURN name
ORDER BY name
