// A node of the graph that holds more than what a loader notes; no row when it is empty.
//
// mode:    read
// params:
// returns: id

MATCH (n)
WHERE NOT n:Lock AND NOT n:Total
RETURN elementId(n) AS id
LIMIT 1
