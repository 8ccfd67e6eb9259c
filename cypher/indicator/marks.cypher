// For which graph each stored number of papers was computed; null where its writing was stopped.
//
// mode:    read
// params:
// returns: name, graph_fingerprint

MATCH (i:Indicator)
RETURN i.name AS name, i.graph_fingerprint AS graph_fingerprint
ORDER BY name
