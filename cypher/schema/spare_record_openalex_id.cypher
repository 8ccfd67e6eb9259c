// Find SpareRecord nodes by openalex_id.
//
// mode:    write
// params:
// returns:

CREATE INDEX spare_record_openalex_id IF NOT EXISTS FOR (n:SpareRecord) ON (n.openalex_id)
