// Forget the loads that were removed, and say what that led to.
//
// mode:    write
// params:  id, runs, counts, fingerprint, graph_counts
// returns:
//
// When no load is left there is nothing to say.

MATCH (s:Snapshot {id: $id})
SET s.counts = $counts, s.fingerprint = $fingerprint, s.graph_counts = $graph_counts,
    s.complete = true, s.finished_at = datetime()
WITH s
CALL () { MATCH (l:Snapshot) WHERE l.id IN $runs DELETE l }
CALL () {
  MATCH (r:Snapshot {kind: 'remove'})
  WHERE NOT EXISTS { MATCH (l:Snapshot) WHERE l.kind <> 'remove' }
  DELETE r
}
