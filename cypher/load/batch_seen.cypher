// Whether one batch of a load is done.
//
// mode:    read
// params:  id
// returns: number, sha256, counts, rejects

MATCH (b:LoadBatch {id: $id})
RETURN b.number AS number, b.sha256 AS sha256, b.counts AS counts, b.rejects AS rejects
