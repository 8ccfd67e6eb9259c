// Delete those of the authors without a paper; name the others after their authorships.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (a:Author {id: id})
OPTIONAL MATCH (a)-[r:AUTHORED]->(:Paper)
WITH a, count(r) AS papers, min(r.name) AS name
SET a.name = name
WITH a, papers WHERE papers = 0
DELETE a
