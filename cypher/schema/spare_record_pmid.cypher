// Find SpareRecord nodes by pmid.
//
// mode:    write
// params:
// returns:

CREATE INDEX spare_record_pmid IF NOT EXISTS FOR (n:SpareRecord) ON (n.pmid)
