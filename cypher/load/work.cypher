// Cited works that are not there yet, of those that are given.
//
// mode:    write
// params:  ids
// returns: id

UNWIND $ids AS id
OPTIONAL MATCH (w:Work {id: id})
WITH id, w
WHERE w IS NULL
CREATE (:Work {id: id})
RETURN id
