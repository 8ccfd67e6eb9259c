// Delete all works that have no record and are cited by nothing.
//
// mode:    write
// params:
// returns:

MATCH (w:Work)
WHERE NOT w:Paper AND NOT EXISTS { (w)<-[:CITES]-() }
CALL (w) { DETACH DELETE w } IN TRANSACTIONS OF 5000 ROWS
