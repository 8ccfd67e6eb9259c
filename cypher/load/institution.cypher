// Institutions with the names that are printed of them.
//
// mode:    write
// params:  rows
// returns: ids, numbers

UNWIND $rows AS r
MERGE (n:Institution {id: r.id})
SET n.name = CASE WHEN n.name IN r.names THEN n.name ELSE r.name END,
    n.names = r.names, n.spellings = r.spellings
RETURN collect(r.id) AS ids, collect(id(n)) AS numbers
