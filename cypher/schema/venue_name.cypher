// Find Venue nodes by name.
//
// mode:    write
// params:
// returns:

CREATE INDEX venue_name IF NOT EXISTS FOR (n:Venue) ON (n.name)
