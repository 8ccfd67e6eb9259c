// One node per id among SameWork nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT same_work_id IF NOT EXISTS FOR (n:SameWork) REQUIRE n.id IS UNIQUE
