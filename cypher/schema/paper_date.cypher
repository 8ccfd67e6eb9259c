// Find Paper nodes by date.
//
// mode:    write
// params:
// returns:

CREATE INDEX paper_date IF NOT EXISTS FOR (n:Paper) ON (n.date)
