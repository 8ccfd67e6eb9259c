// Give the lock back.
//
// mode:    write
// params:  holder
// returns:
//
// Writing before comparing makes it wait for whoever is taking the lock over.

MATCH (l:Lock {id: "load"})
SET l.asked_at = datetime()
WITH l WHERE l.holder = $holder
DELETE l
