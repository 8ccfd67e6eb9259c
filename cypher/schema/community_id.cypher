// One node per id among Community nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT community_id IF NOT EXISTS FOR (n:Community) REQUIRE n.id IS UNIQUE
