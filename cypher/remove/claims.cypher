// Claims of these loads, with their papers.
//
// mode:    read
// params:  runs
// returns: id, owner

MATCH (c:Claim)<-[:HAS_CLAIM]-(p:Paper) WHERE c.run IN $runs
RETURN c.id AS id, p.id AS owner
