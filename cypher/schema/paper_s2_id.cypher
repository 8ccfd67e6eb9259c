// Find Paper nodes by s2_id.
//
// mode:    write
// params:
// returns:

CREATE INDEX paper_s2_id IF NOT EXISTS FOR (n:Paper) ON (n.s2_id)
