// Find Paper nodes by day.
//
// mode:    write
// params:
// returns:

CREATE INDEX paper_day IF NOT EXISTS FOR (n:Paper) ON (n.day)
