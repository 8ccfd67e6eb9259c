// One node per id among Paper nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT paper_id IF NOT EXISTS FOR (n:Paper) REQUIRE n.id IS UNIQUE
