// Research fields that are there already.
//
// mode:    read
// params:  ids
// returns: id, name, level

UNWIND $ids AS id
MATCH (n:Field {id: id})
RETURN n.id AS id, n.name AS name, n.level AS level
