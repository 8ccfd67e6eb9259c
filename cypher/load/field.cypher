// Research fields with the names that are printed of them; of several levels the smallest stays.
//
// mode:    write
// params:  rows
// returns: ids, numbers

UNWIND $rows AS r
MERGE (f:Field {id: r.id})
SET f.name = CASE WHEN f.name IN r.names THEN f.name ELSE r.name END,
    f.names = r.names, f.spellings = r.spellings,
    f.level = CASE WHEN f.level IS NULL OR r.level < f.level THEN r.level ELSE f.level END
RETURN collect(r.id) AS ids, collect(id(f)) AS numbers
