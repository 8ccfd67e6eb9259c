// One node per id among SimulatedAuthor nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT simulated_author_id IF NOT EXISTS FOR (n:SimulatedAuthor) REQUIRE n.id IS UNIQUE
