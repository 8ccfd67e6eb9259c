// Say how many citations of works without a record were dropped of papers.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (p:Paper {id: r.owner})
SET p.record_dropped = r.dropped
