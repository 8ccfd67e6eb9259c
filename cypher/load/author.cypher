// Authors; of several names or ORCID ids the smallest stays.
//
// mode:    write
// params:  rows
// returns: ids, numbers

UNWIND $rows AS r
MERGE (a:Author {id: r.id})
SET a.name = CASE WHEN a.name IS NULL OR r.name < a.name THEN r.name ELSE a.name END,
    a.orcid = CASE WHEN a.orcid IS NULL OR r.orcid < a.orcid THEN r.orcid ELSE a.orcid END
RETURN collect(r.id) AS ids, collect(id(a)) AS numbers
