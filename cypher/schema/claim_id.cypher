// One node per id among Claim nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT claim_id IF NOT EXISTS FOR (n:Claim) REQUIRE n.id IS UNIQUE
