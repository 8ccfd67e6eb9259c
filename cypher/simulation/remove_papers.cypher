// Delete the simulated papers of a simulation, with all that hangs on them.
//
// mode:    write
// params:  source
// returns:

MATCH (p:SimulatedPaper {source: $source})
CALL (p) { DETACH DELETE p } IN TRANSACTIONS OF 1000 ROWS
