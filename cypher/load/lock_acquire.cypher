// Take the lock of the graph if it is free, and say who has it.
//
// mode:    write
// params:  run, holder, host, pid, born
// returns: holder, run, host, pid, born, since, age_s
//
// Writing before reading makes a second loader wait for the first. All is null where the lock was
// given back while this one waited for it.

MERGE (l:Lock {id: "load"})
SET l.asked_at = datetime()
WITH l
SET l += CASE WHEN l.holder IS NULL THEN {holder: $holder, run: $run, host: $host, pid: $pid,
                                          born: $born, since: datetime(), heartbeat: datetime()}
         ELSE {} END
RETURN l.holder AS holder, l.run AS run, l.host AS host, l.pid AS pid, l.born AS born,
       toString(l.since) AS since,
       duration.inSeconds(l.heartbeat, datetime()).seconds AS age_s
