// Whether one batch of a load is done.
//
// mode:    read
// params:  id
// returns: counts, rejects

MATCH (b:LoadBatch {id: $id})
RETURN b.counts AS counts, b.rejects AS rejects
