// The record of one load; made when it starts, unchanged when it goes on.
//
// mode:    write
// params:  run, source, kind, files, batch_size, options, version, before
// returns: finished, complete, batch_size, before, fingerprint

MERGE (s:Snapshot {id: $run})
ON CREATE SET s.source = $source, s.kind = $kind, s.files = $files, s.batch_size = $batch_size,
              s.options = $options, s.began_at = datetime(),
              s.complete = false, s.simulated = false, s.version = $version, s.before = $before,
              s.started_at = datetime()
RETURN s.finished_at IS NOT NULL AS finished, s.complete AS complete,
       s.batch_size AS batch_size, s.before AS before, s.fingerprint AS fingerprint
