// Papers whose full texts are of these loads.
//
// mode:    read
// params:  runs
// returns: id

MATCH (p:Paper) WHERE p.fulltext_run IN $runs
RETURN p.id AS id
