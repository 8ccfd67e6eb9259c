// Venues that are there already.
//
// mode:    read
// params:  ids
// returns: id, name

UNWIND $ids AS id
MATCH (n:Venue {id: id})
RETURN n.id AS id, n.name AS name
