// Delete what these loads brought of records that the graph holds from another load.
//
// mode:    write
// params:  runs
// returns:

MATCH (s:SpareRecord) WHERE s.run IN $runs
CALL (s) { DELETE s } IN TRANSACTIONS OF 5000 ROWS
