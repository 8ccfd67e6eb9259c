// One node per id among Contribution nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT contribution_id IF NOT EXISTS FOR (n:Contribution) REQUIRE n.id IS UNIQUE
