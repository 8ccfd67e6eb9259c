// Find SpareRecord nodes by acl_id.
//
// mode:    write
// params:
// returns:

CREATE INDEX spare_record_acl_id IF NOT EXISTS FOR (n:SpareRecord) ON (n.acl_id)
