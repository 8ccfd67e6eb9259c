// Version of the Graph Data Science library; the server refuses the statement without it.
//
// mode:    read
// params:
// returns: version

RETURN gds.version() AS version
