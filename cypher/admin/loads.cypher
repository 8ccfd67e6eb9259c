// What was loaded, the latest start first.
//
// mode:    read
// params:
// returns: run, source, kind, files, counts, fingerprint, complete, version, started_at, finished_at, simulated, options, began_at, fault

MATCH (s:Snapshot)
RETURN s.id AS run, s.source AS source, s.kind AS kind, s.files AS files, s.counts AS counts,
       s.fingerprint AS fingerprint, s.complete AS complete, s.version AS version,
       s.started_at AS started_at, s.finished_at AS finished_at, s.simulated AS simulated,
       s.options AS options, s.began_at AS began_at, s.fault AS fault
ORDER BY started_at DESC, run
