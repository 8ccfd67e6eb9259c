// Delete those of the research fields without a paper; name the others after their papers.
//
// mode:    write
// params:  ids
// returns:
//
// Texts made here are compared by UTF-16 units, as those that a load brings; stored ones are not.

UNWIND $ids AS id
MATCH (f:Field {id: id})
OPTIONAL MATCH (f)<-[r:IN_FIELD]-(:Paper)
WITH f, count(r) AS papers, min(r.name + '') AS name, min(r.level) AS level
SET f.name = name, f.level = level
WITH f, papers WHERE papers = 0
DELETE f
