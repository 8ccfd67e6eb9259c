// Institutions; of several names the smallest stays.
//
// mode:    write
// params:  rows
// returns: ids, numbers

UNWIND $rows AS r
MERGE (n:Institution {id: r.id})
SET n.name = CASE WHEN n.name IS NULL OR r.name < n.name THEN r.name ELSE n.name END
RETURN collect(r.id) AS ids, collect(id(n)) AS numbers
