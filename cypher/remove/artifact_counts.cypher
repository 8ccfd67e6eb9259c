// Artefacts whose counts are of these loads.
//
// mode:    read
// params:  runs
// returns: id

MATCH (a:Artifact) WHERE a.count_run IN $runs
RETURN a.id AS id
