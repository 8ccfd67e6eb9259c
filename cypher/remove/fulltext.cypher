// Say that papers have no full text.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (p:Paper {id: id})
SET p.fulltext_hash = null, p.fulltext_run = null
