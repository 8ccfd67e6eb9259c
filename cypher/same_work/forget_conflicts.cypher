// Forget which records share an id and are not put together.
//
// mode:    write
// params:
// returns:

MATCH (c:IdentityConflict)
CALL (c) { DELETE c } IN TRANSACTIONS OF 5000 ROWS
