// Names and states of all indexes, those behind constraints included.
//
// mode:    read
// params:
// returns: name, state

SHOW INDEXES YIELD name, state RETURN name, state ORDER BY name
