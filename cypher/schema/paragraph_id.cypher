// One node per id among Paragraph nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT paragraph_id IF NOT EXISTS FOR (n:Paragraph) REQUIRE n.id IS UNIQUE
