// Say which loads records are now of.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (p:Paper {id: r.id})
SET p.record_run = r.run
