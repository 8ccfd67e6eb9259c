// Say what a load led to.
//
// mode:    write
// params:  run, counts, fingerprint, graph_counts, complete, fault, simulated, version
// returns:

MATCH (s:Snapshot {id: $run})
SET s.counts = $counts, s.fingerprint = $fingerprint, s.graph_counts = $graph_counts,
    s.complete = $complete, s.fault = $fault, s.simulated = $simulated, s.version = $version,
    s.finished_at = datetime()
