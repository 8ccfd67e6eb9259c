// A sentiment of some citation; no row where none is labelled.
//
// mode:    read
// params:
// returns: sentiment

MATCH ()-[c:CITES]->()
WHERE c.sentiment IS NOT NULL
RETURN c.sentiment AS sentiment
LIMIT 1
