// Find AUTHORED relationships by date.
//
// mode:    write
// params:
// returns:

CREATE INDEX authored_date IF NOT EXISTS FOR ()-[r:AUTHORED]-() ON (r.date)
