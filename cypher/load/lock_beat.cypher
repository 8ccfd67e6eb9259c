// Show that the holder of the lock lives.
//
// mode:    write
// params:  holder
// returns: holder

MATCH (l:Lock {id: "load"})
WHERE l.holder = $holder
SET l.heartbeat = datetime()
RETURN l.holder AS holder
