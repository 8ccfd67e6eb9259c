// One node per id among SimulatedPaper nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT simulated_paper_id IF NOT EXISTS FOR (n:SimulatedPaper) REQUIRE n.id IS UNIQUE
