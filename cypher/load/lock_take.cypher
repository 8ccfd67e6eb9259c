// Take the lock over from a holder that is dead.
//
// mode:    write
// params:  old, run, holder, host, pid
// returns: holder

MATCH (l:Lock {id: "load"})
SET l.asked_at = datetime()
WITH l WHERE l.holder = $old
SET l += {holder: $holder, run: $run, host: $host, pid: $pid, since: datetime(),
          heartbeat: datetime()}
RETURN l.holder AS holder
