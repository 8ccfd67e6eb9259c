// Delete those of the institutions without an author; name the others after their affiliations.
//
// mode:    write
// params:  ids
// returns:
//
// Texts made here are compared by UTF-16 units, as those that a load brings; stored ones are not.

UNWIND $ids AS id
MATCH (n:Institution {id: id})
OPTIONAL MATCH (n)<-[r:AFFILIATED_WITH]-(:Author)
WITH n, count(r) AS affiliations, min(r.name + '') AS name
SET n.name = name
WITH n, affiliations WHERE affiliations = 0
DELETE n
