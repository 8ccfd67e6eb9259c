// The first and the last internal number of a node within each thousand where there are any.
//
// mode:    read
// params:
// returns: first, last

MATCH (n)
WITH id(n) / 1000 AS thousand, min(id(n)) AS first, max(id(n)) AS last
RETURN first, last ORDER BY first
