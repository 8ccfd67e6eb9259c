// Names and states of all indexes, those behind constraints included, and how much of each is made.
//
// mode:    read
// params:
// returns: name, state, percent

SHOW INDEXES YIELD name, state, populationPercent AS percent
RETURN name, state, percent ORDER BY name
