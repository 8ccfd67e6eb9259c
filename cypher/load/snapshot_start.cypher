// Say that a load works on the graph from now on.
//
// mode:    write
// params:  run
// returns:

MATCH (s:Snapshot {id: $run})
SET s.started_at = datetime(), s.finished_at = null, s.fingerprint = null
