// One node per id among Simulation nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT simulation_id IF NOT EXISTS FOR (n:Simulation) REQUIRE n.id IS UNIQUE
