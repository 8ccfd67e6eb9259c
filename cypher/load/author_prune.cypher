// Delete those of the authors without a paper; name the others after their authorships.
//
// mode:    write
// params:  ids
// returns:
//
// Texts made here are compared by UTF-16 units, as those that a load brings; stored ones are not.

UNWIND $ids AS id
MATCH (a:Author {id: id})
OPTIONAL MATCH (a)-[r:AUTHORED]->(:Paper)
WITH a, count(r) AS papers, min(r.name + '') AS name, min(r.orcid) AS orcid
SET a.name = name, a.orcid = orcid
WITH a, papers WHERE papers = 0
DETACH DELETE a
