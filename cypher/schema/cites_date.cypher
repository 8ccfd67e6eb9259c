// Find CITES relationships by date.
//
// mode:    write
// params:
// returns:

CREATE INDEX cites_date IF NOT EXISTS FOR ()-[r:CITES]-() ON (r.date)
