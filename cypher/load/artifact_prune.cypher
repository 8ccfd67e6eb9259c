// Delete those of the artefacts without a paper; name awards after the papers that won them.
//
// mode:    write
// params:  ids
// returns:
//
// Texts made here are compared by UTF-16 units, as those that a load brings; stored ones are not.

UNWIND $ids AS id
MATCH (a:Artifact {id: id})
OPTIONAL MATCH (a)-[r:REFERS_TO]->(:Paper) WHERE a.kind = "award"
WITH a, min(r.name + '') AS name
SET a.name = coalesce(name, a.name)
WITH a WHERE NOT EXISTS { (a)-[:REFERS_TO]->(:Paper) } AND NOT EXISTS { (a)<-[:RELEASED]-(:Paper) }
DELETE a
