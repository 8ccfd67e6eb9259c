// Delete the marks of the batches of these loads.
//
// mode:    write
// params:  runs
// returns:

MATCH (b:LoadBatch) WHERE b.run IN $runs
CALL (b) { DELETE b } IN TRANSACTIONS OF 500 ROWS
