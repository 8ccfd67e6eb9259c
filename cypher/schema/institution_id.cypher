// One node per id among Institution nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT institution_id IF NOT EXISTS FOR (n:Institution) REQUIRE n.id IS UNIQUE
