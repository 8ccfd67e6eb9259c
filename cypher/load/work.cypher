// Cited works that have no record yet.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MERGE (:Work {id: id})
