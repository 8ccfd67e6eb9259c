// Say what the graph held without a load, that has gone on after others.
//
// mode:    write
// params:  run, before
// returns:

MATCH (s:Snapshot {id: $run})
SET s.before = $before, s.left = null
