// The removal that has not ended.
//
// mode:    read
// params:
// returns: id, source, runs, before

MATCH (s:Snapshot {kind: 'remove'})
WHERE s.finished_at IS NULL
RETURN s.id AS id, s.source AS source, s.runs AS runs, s.before AS before
