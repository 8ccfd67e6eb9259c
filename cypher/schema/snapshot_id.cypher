// One node per id among Snapshot nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT snapshot_id IF NOT EXISTS FOR (n:Snapshot) REQUIRE n.id IS UNIQUE
