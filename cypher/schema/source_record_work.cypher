// Find SourceRecord nodes by work.
//
// mode:    write
// params:
// returns:

CREATE INDEX source_record_work IF NOT EXISTS FOR (n:SourceRecord) ON (n.work)
