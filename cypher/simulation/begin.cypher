// Say that a simulation is being stored, or taken away, under a name.
//
// mode:    write
// params:  source, about
// returns:

MERGE (s:Simulation {id: $source})
SET s += $about, s.finished_at = null
