// One node per id among Field nodes.
//
// mode:    write
// params:
// returns:

CREATE CONSTRAINT field_id IF NOT EXISTS FOR (n:Field) REQUIRE n.id IS UNIQUE
