// Delete those of the artefacts without a paper; name awards and documents after what is left.
//
// mode:    write
// params:  ids
// returns:
//
// Texts made here are compared by UTF-16 units, as those that a load brings; stored ones are not.
// All that a source counted of one kind may refer to very many papers, and has no other name.
// With an artefact go the counts of it that others have taken the place of.

UNWIND $ids AS id
MATCH (a:Artifact {id: id})
OPTIONAL MATCH (a)-[r:REFERS_TO]->(:Paper) WHERE NOT a.id ENDS WITH 'count:' + a.kind
WITH a, min(r.name + '') AS name, min(r.url + '') AS url
SET a.name = coalesce(name, a.name), a.url = url
WITH a WHERE NOT EXISTS { (a)-[:REFERS_TO]->(:Paper) } AND NOT EXISTS { (a)<-[:RELEASED]-(:Paper) }
CALL (a) { MATCH (s:SpareRecord {owner: a.id}) WHERE s.type = 'count' DELETE s }
DELETE a
