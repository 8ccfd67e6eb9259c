// Delete those of the venues without a paper; name the others after their papers.
//
// mode:    write
// params:  ids
// returns:
//
// Texts made here are compared by UTF-16 units, as those that a load brings; stored ones are not.

UNWIND $ids AS id
MATCH (v:Venue {id: id})
OPTIONAL MATCH (v)<-[r:PUBLISHED_IN]-(:Paper)
WITH v, count(r) AS papers, min(r.name + '') AS name
SET v.name = name
WITH v, papers WHERE papers = 0
DELETE v
