// One node per id among SpareRecord nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT spare_record_id IF NOT EXISTS FOR (n:SpareRecord) REQUIRE n.id IS UNIQUE
