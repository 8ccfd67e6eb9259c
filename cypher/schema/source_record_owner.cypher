// Find SourceRecord nodes by owner.
//
// mode:    write
// params:
// returns:

CREATE INDEX source_record_owner IF NOT EXISTS FOR (n:SourceRecord) ON (n.owner)
