// For which graph each stored number of papers was computed; null where nobody knows.
//
// mode:    read
// params:  stems
// returns: name, graph_fingerprint
//
// Nobody knows it of numbers whose writing was stopped, and of those that were stored without a
// mark, whose names begin with one of $stems: some of the first 10,000 papers have them.

CALL () {
  MATCH (i:Indicator)
  RETURN i.name AS name, i.graph_fingerprint AS graph_fingerprint
  UNION
  CALL db.propertyKeys() YIELD propertyKey AS name
  WHERE any(stem IN $stems WHERE name = stem OR name STARTS WITH stem + '_')
    AND NOT EXISTS { (:Indicator {name: name}) }
  CALL (name) { MATCH (p:Paper) RETURN p LIMIT 10000 }
  WITH name, p WHERE p[name] IS NOT NULL
  RETURN DISTINCT name, null AS graph_fingerprint
}
RETURN name, graph_fingerprint
ORDER BY name
