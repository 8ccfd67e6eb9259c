// What all rows of the fingerprint add up to, null when that is not known.
//
// mode:    read
// params:
// returns: sum, counts

MATCH (t:Total {id: "graph"})
RETURN t.sum AS sum, t.counts AS counts
