// Removals that have not ended.
//
// mode:    read
// params:
// returns: id, source, of_kind, runs

MATCH (s:Snapshot {kind: 'remove'})
WHERE s.finished_at IS NULL
RETURN s.id AS id, s.source AS source, s.of_kind AS of_kind, s.runs AS runs
ORDER BY s.began_at, id
