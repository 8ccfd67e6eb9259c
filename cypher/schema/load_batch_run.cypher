// Find LoadBatch nodes by run.
//
// mode:    write
// params:
// returns:

CREATE INDEX load_batch_run IF NOT EXISTS FOR (n:LoadBatch) ON (n.run)
