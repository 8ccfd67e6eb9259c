// Show that the holder of the lock lives.
//
// mode:    write
// params:  holder
// returns: holder
//
// Writing before comparing makes it see who has the lock once nobody else is about to take it.

MATCH (l:Lock {id: "load"})
SET l.asked_at = datetime()
WITH l WHERE l.holder = $holder
SET l.heartbeat = datetime()
RETURN l.holder AS holder
