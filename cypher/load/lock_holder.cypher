// Since when a loader works that has shown life within some seconds; no row when there is none.
//
// mode:    read
// params:  patience_s
// returns: since

MATCH (l:Lock {id: "load"})
WHERE l.holder IS NOT NULL AND l.heartbeat > datetime() - duration({seconds: $patience_s})
RETURN toString(l.since) AS since
