// Internal numbers, for this transaction, of works that are there already.
//
// mode:    read
// params:  ids
// returns: ids, numbers

UNWIND $ids AS id
MATCH (w:Work {id: id})
RETURN collect(id) AS ids, collect(id(w)) AS numbers
