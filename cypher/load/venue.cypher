// Venues with the names that are printed of them.
//
// mode:    write
// params:  rows
// returns: ids, numbers

UNWIND $rows AS r
MERGE (v:Venue {id: r.id})
SET v.name = CASE WHEN v.name IN r.names THEN v.name ELSE r.name END,
    v.names = r.names, v.spellings = r.spellings
RETURN collect(r.id) AS ids, collect(id(v)) AS numbers
