// One node per id among Lock nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT lock_id IF NOT EXISTS FOR (n:Lock) REQUIRE n.id IS UNIQUE
