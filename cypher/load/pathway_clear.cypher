// Take away pathways with all that enabled them.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (c:Contribution {id: id})
CALL (c) { MATCH (c)-[:ENABLED_BY]->(e:Contribution) DETACH DELETE e }
DETACH DELETE c
