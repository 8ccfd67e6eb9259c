// One node per id among Venue nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT venue_id IF NOT EXISTS FOR (n:Venue) REQUIRE n.id IS UNIQUE
