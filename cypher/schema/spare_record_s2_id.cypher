// Find SpareRecord nodes by s2_id.
//
// mode:    write
// params:
// returns:

CREATE INDEX spare_record_s2_id IF NOT EXISTS FOR (n:SpareRecord) ON (n.s2_id)
