// One node per id among SourceRecord nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT source_record_id IF NOT EXISTS FOR (n:SourceRecord) REQUIRE n.id IS UNIQUE
