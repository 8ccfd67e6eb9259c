// Find Paper nodes by acl_id.
//
// mode:    write
// params:
// returns:

CREATE INDEX paper_acl_id IF NOT EXISTS FOR (n:Paper) ON (n.acl_id)
