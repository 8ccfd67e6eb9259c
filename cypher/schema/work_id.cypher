// One node per id among Work nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT work_id IF NOT EXISTS FOR (n:Work) REQUIRE n.id IS UNIQUE
