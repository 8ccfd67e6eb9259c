// Mark papers with the hash of their full text.
//
// mode:    write
// params:  rows, run
// returns:

UNWIND $rows AS r
MATCH (p:Paper {id: r.id})
SET p.fulltext_hash = r.digest, p.fulltext_run = $run
