// What papers say that may contradict other records of the same work.
//
// mode:    read
// params:  ids
// returns: id, doi, title

UNWIND $ids AS id
MATCH (p:Paper {id: id})
RETURN p.id AS id, p.doi AS doi, p.title AS title
