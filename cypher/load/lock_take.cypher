// Take the lock over from a holder that is dead.
//
// mode:    write
// params:  old, run, holder, host, pid, born
// returns: holder

MATCH (l:Lock {id: "load"})
SET l.asked_at = datetime()
WITH l WHERE l.holder = $old
SET l += {holder: $holder, run: $run, host: $host, pid: $pid, born: $born, since: datetime(),
          heartbeat: datetime()}
RETURN l.holder AS holder
