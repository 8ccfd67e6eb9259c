// Nodes of some labels with the properties that they are given; none of them is there before.
//
// mode:    write
// params:  rows, labels
// returns: ids, numbers

UNWIND $rows AS r
CREATE (n:$($labels))
SET n = r
RETURN collect(r.id) AS ids, collect(id(n)) AS numbers
