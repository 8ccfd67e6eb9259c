// Find Author nodes by name.
//
// mode:    write
// params:
// returns:

CREATE INDEX author_name IF NOT EXISTS FOR (n:Author) ON (n.name)
