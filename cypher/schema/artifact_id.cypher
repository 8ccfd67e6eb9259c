// One node per id among Artifact nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT artifact_id IF NOT EXISTS FOR (n:Artifact) REQUIRE n.id IS UNIQUE
