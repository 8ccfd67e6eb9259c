// Those of some stored ids that name an author.
//
// mode:    read
// params:  ids
// returns: author_id

UNWIND $ids AS id
MATCH (n:Author {id: id})
RETURN DISTINCT n.id AS author_id
ORDER BY author_id
