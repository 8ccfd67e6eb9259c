// Authors that are there already.
//
// mode:    read
// params:  ids
// returns: id, name, orcid

UNWIND $ids AS id
MATCH (n:Author {id: id})
RETURN n.id AS id, n.name AS name, n.orcid AS orcid
