// Give the lock back.
//
// mode:    write
// params:  holder
// returns:

MATCH (l:Lock {id: "load"})
WHERE l.holder = $holder
DELETE l
