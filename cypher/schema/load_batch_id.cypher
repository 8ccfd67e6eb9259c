// One node per id among LoadBatch nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT load_batch_id IF NOT EXISTS FOR (n:LoadBatch) REQUIRE n.id IS UNIQUE
