// Note that loads are being removed.
//
// mode:    write
// params:  id, source, runs, before, version
// returns:

MERGE (s:Snapshot {id: $id})
ON CREATE SET s.kind = 'remove', s.source = $source, s.runs = $runs, s.before = $before,
              s.version = $version, s.complete = false, s.simulated = false,
              s.options = '{}', s.began_at = datetime()
SET s.started_at = datetime()
