// Find AUTHORED relationships by date.
//
// mode:    write
// params:
// returns:
//
// For statements of users on all authorships as of a day, as ``cites_date``: 4 ms instead of 51.

CREATE INDEX authored_date IF NOT EXISTS FOR ()-[r:AUTHORED]-() ON (r.date)
