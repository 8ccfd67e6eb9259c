// Forget a simulation whose papers are deleted.
//
// mode:    write
// params:  source
// returns:

MATCH (s:Simulation {id: $source})
DELETE s
