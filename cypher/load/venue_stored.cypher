// Venues that are there already, a list each: id, internal number, then what is compared.
//
// mode:    read
// params:  ids
// returns: nodes

UNWIND $ids AS id
MATCH (n:Venue {id: id})
RETURN collect([n.id, id(n), n.name, n.names]) AS nodes
