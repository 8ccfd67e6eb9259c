// Note that loads are being removed.
//
// mode:    write
// params:  id, source, of_kind, runs, before, version
// returns: before
//
// A clock that was set back must not make the latest start an earlier one.

OPTIONAL MATCH (o:Snapshot)
WITH max(o.started_at) AS last
WITH CASE WHEN last >= datetime() THEN last + duration({milliseconds: 1}) ELSE datetime() END AS now
MERGE (s:Snapshot {id: $id})
ON CREATE SET s.kind = 'remove', s.source = $source, s.of_kind = $of_kind,
              s.runs = $runs, s.before = $before,
              s.version = $version, s.complete = false, s.simulated = false,
              s.options = '{}', s.began_at = now
SET s.started_at = now
RETURN s.before AS before
