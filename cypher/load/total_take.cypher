// What all rows of the fingerprint add up to; it is not known from now on.
//
// mode:    write
// params:
// returns: sum, counts

MERGE (t:Total {id: "graph"})
WITH t, t.sum AS sum, t.counts AS counts
SET t.sum = null, t.counts = null
RETURN sum, counts
