// Cited works that are not there yet, with the internal numbers that they get.
//
// mode:    write
// params:  ids
// returns: ids, numbers

UNWIND $ids AS id
CREATE (w:Work {id: id})
RETURN collect(id) AS ids, collect(id(w)) AS numbers
