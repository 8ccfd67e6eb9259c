// Papers whose records are of these loads.
//
// mode:    read
// params:  runs
// returns: id, digest

MATCH (p:Paper) WHERE p.record_run IN $runs
RETURN p.id AS id, p.record_hash AS digest
