// Artefacts that are there already, a list each: id, internal number, then what is compared.
//
// mode:    read
// params:  ids
// returns: nodes

UNWIND $ids AS id
MATCH (n:Artifact {id: id})
RETURN collect([n.id, id(n), n.name, n.names, n.kind, n.count, toString(n.read_on)]) AS nodes
