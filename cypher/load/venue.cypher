// Venues; of several names the smallest stays.
//
// mode:    write
// params:  rows
// returns: ids, numbers

UNWIND $rows AS r
MERGE (v:Venue {id: r.id})
SET v.name = CASE WHEN v.name IS NULL OR r.name < v.name THEN r.name ELSE v.name END
RETURN collect(r.id) AS ids, collect(id(v)) AS numbers
