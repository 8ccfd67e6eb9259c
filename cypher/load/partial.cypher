// Whether a load or a removal is incomplete, or a load ended with a part of its files only.
//
// mode:    read
// params:
// returns: any

RETURN EXISTS { MATCH (s:Snapshot) WHERE s.finished_at IS NULL OR NOT s.complete } AS any
