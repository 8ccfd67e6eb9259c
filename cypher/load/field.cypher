// Research fields; of several names or levels the smallest stays.
//
// mode:    write
// params:  rows
// returns: ids, numbers

UNWIND $rows AS r
MERGE (f:Field {id: r.id})
SET f.name = CASE WHEN f.name IS NULL OR r.name < f.name THEN r.name ELSE f.name END,
    f.level = CASE WHEN f.level IS NULL OR r.level < f.level THEN r.level ELSE f.level END
RETURN collect(r.id) AS ids, collect(id(f)) AS numbers
