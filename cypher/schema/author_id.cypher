// One node per id among Author nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT author_id IF NOT EXISTS FOR (n:Author) REQUIRE n.id IS UNIQUE
