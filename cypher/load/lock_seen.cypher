// When the holder of the lock last showed that it lives.
//
// mode:    read
// params:
// returns: holder, heartbeat

MATCH (l:Lock {id: "load"})
RETURN l.holder AS holder, toString(l.heartbeat) AS heartbeat
