// Say that a load works on the graph from now on.
//
// mode:    write
// params:  run
// returns:
//
// A clock that was set back must not make the latest start an earlier one.

OPTIONAL MATCH (o:Snapshot)
WITH max(o.started_at) AS last
WITH CASE WHEN last >= datetime() THEN last + duration({milliseconds: 1}) ELSE datetime() END AS now
MATCH (s:Snapshot {id: $run})
SET s.started_at = now, s.finished_at = null, s.fingerprint = null
