// Authors with the names that are printed of them; of several ORCID ids the smallest stays.
//
// mode:    write
// params:  rows
// returns: ids, numbers

UNWIND $rows AS r
MERGE (a:Author {id: r.id})
SET a.name = CASE WHEN a.name IN r.names THEN a.name ELSE r.name END,
    a.names = r.names, a.spellings = r.spellings,
    a.orcid = CASE WHEN a.orcid IS NULL OR r.orcid < a.orcid THEN r.orcid ELSE a.orcid END
RETURN collect(r.id) AS ids, collect(id(a)) AS numbers
