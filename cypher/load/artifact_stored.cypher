// Artefacts that are there already.
//
// mode:    read
// params:  ids
// returns: id, name, kind, count, read_on

UNWIND $ids AS id
MATCH (n:Artifact {id: id})
RETURN n.id AS id, n.name AS name, n.kind AS kind, n.count AS count, toString(n.read_on) AS read_on
