// Say what all rows of the fingerprint add up to.
//
// mode:    write
// params:  sum, counts
// returns:

MERGE (t:Total {id: "graph"})
SET t.sum = $sum, t.counts = $counts
