// Wait until every index answers, at most $seconds.
//
// mode:    read
// params:  seconds = 300
// returns:

CALL db.awaitIndexes($seconds)
