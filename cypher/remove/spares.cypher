// Delete what these loads brought of records that the graph holds from another load, but papers.
//
// mode:    write
// params:  runs
// returns:

MATCH (s:SpareRecord) WHERE s.run IN $runs AND s.type <> 'paper'
CALL (s) { DELETE s } IN TRANSACTIONS OF 5000 ROWS
