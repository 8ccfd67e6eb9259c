// Artefacts; of several names the smallest stays.
//
// mode:    write
// params:  rows
// returns: ids, numbers

UNWIND $rows AS r
MERGE (a:Artifact {id: r.id})
SET a.kind = r.kind,
    a.name = CASE WHEN a.name IS NULL OR r.name < a.name THEN r.name ELSE a.name END
RETURN collect(r.id) AS ids, collect(id(a)) AS numbers
