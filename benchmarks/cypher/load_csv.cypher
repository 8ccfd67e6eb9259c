// Citations between known works from a table that the server fetches.
//
// mode:    write
// params:  url
// returns:
//
// The peer of the loader for those who stay inside the database.

LOAD CSV WITH HEADERS FROM $url AS row
CALL (row) {
  MATCH (a:Work {id: row.citing})
  MATCH (b:Work {id: row.cited})
  MERGE (a)-[c:CITES]->(b)
  ON CREATE SET c.day = toInteger(row.day)
} IN TRANSACTIONS OF 10000 ROWS
