// The record of one load; made when it starts, unchanged when it goes on.
//
// mode:    write
// params:  run, source, kind, files, batch_size, options, version, before, command = null
// returns: finished, complete, batch_size, before, fingerprint, account
//
// A command of several loads reports those that it has not reported yet once it ends; see
// load/mark_reported.
// A clock that was set back must not make the latest start an earlier one.

OPTIONAL MATCH (o:Snapshot)
WITH max(o.started_at) AS last
WITH CASE WHEN last >= datetime() THEN last + duration({milliseconds: 1}) ELSE datetime() END AS now
MERGE (s:Snapshot {id: $run})
ON CREATE SET s.source = $source, s.kind = $kind, s.files = $files, s.batch_size = $batch_size,
              s.options = $options, s.began_at = now,
              s.complete = false, s.simulated = false, s.version = $version, s.before = $before,
              s.started_at = now
SET s.command = CASE WHEN s.finished_at IS NULL THEN $command ELSE s.command END
RETURN s.finished_at IS NOT NULL AS finished, s.complete AS complete,
       s.batch_size AS batch_size, s.before AS before, s.fingerprint AS fingerprint,
       CASE WHEN s.command = $command THEN s.counts END AS account
