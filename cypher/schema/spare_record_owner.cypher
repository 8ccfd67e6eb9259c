// Find SpareRecord nodes by owner.
//
// mode:    write
// params:
// returns:

CREATE INDEX spare_record_owner IF NOT EXISTS FOR (n:SpareRecord) ON (n.owner)
