// Records of papers that these loads brought and that the graph holds from another load.
//
// mode:    read
// params:  runs
// returns: id, owner

MATCH (s:SpareRecord) WHERE s.run IN $runs AND s.type = 'paper'
RETURN s.id AS id, s.owner AS owner
