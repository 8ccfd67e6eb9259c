// Find SpareRecord nodes by doi.
//
// mode:    write
// params:
// returns:

CREATE INDEX spare_record_doi IF NOT EXISTS FOR (n:SpareRecord) ON (n.doi)
