// Which of these loads may have led pathways to papers that were loaded from a moment on.
//
// mode:    read
// params:  runs, since
// returns: run

MATCH (s:Snapshot)
WHERE s.id IN $runs AND (s.started_at >= $since OR s.led_at >= $since)
RETURN s.id AS run
