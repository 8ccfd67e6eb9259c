// The load that started last, and whether records of any load were generated.
//
// mode:    read
// params:
// returns: run, kind, of_kind, source, fingerprint, finished, started_at, simulated

MATCH (s:Snapshot)
RETURN s.id AS run, s.kind AS kind, s.of_kind AS of_kind, s.source AS source,
       s.fingerprint AS fingerprint, s.finished_at IS NOT NULL AS finished,
       toString(s.started_at) AS started_at,
       EXISTS { MATCH (any:Snapshot) WHERE any.simulated } AS simulated
ORDER BY s.started_at DESC, run
LIMIT 1
