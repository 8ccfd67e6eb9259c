// Delete the simulated authors of a simulation.
//
// mode:    write
// params:  source
// returns:

MATCH (a:SimulatedAuthor {source: $source})
CALL (a) { DETACH DELETE a } IN TRANSACTIONS OF 1000 ROWS
