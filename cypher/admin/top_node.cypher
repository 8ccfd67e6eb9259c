// The largest internal number of a node, -1 in an empty graph.
//
// mode:    read
// params:
// returns: top

MATCH (n)
RETURN coalesce(max(id(n)), -1) AS top
