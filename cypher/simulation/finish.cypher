// Say that a simulation is stored whole.
//
// mode:    write
// params:  source, counts
// returns:

MATCH (s:Simulation {id: $source})
SET s += $counts, s.finished_at = datetime()
