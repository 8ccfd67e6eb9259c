// Batches of a load that are done.
//
// mode:    read
// params:  run
// returns: number, sha256, counts, rejects

MATCH (b:LoadBatch {run: $run})
RETURN b.number AS number, b.sha256 AS sha256, b.counts AS counts, b.rejects AS rejects
ORDER BY number
