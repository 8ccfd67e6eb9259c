// Artefacts with the names that are printed of them.
//
// mode:    write
// params:  rows
// returns: ids, numbers

UNWIND $rows AS r
MERGE (a:Artifact {id: r.id})
SET a.kind = r.kind, a.name = CASE WHEN a.name IN r.names THEN a.name ELSE r.name END,
    a.names = r.names, a.spellings = r.spellings
RETURN collect(r.id) AS ids, collect(id(a)) AS numbers
