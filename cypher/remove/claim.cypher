// Delete claims.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (c:Claim {id: id})
DETACH DELETE c
