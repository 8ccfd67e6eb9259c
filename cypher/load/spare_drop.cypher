// Delete what loads brought of records that the graph now holds from them.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (s:SpareRecord {id: id})
DELETE s
