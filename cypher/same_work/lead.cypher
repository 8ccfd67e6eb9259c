// Lead what others say of works that are shown under another id to these, and delete them.
//
// mode:    write
// params:  rows
// returns:
//
// Each relationship says which id it was stated for.

UNWIND $rows AS r
MATCH (y:Work {id: r.owner})
MATCH (x:Work {id: r.work})
CALL (x, y) {
  MATCH (c)-[o:CITES]->(y)
  CREATE (c)-[n:CITES]->(x) SET n = properties(o), n.stated = y.id DELETE o
}
CALL (x, y) {
  MATCH (e)-[o:GROUNDED_IN]->(y)
  CREATE (e)-[n:GROUNDED_IN]->(x) SET n = properties(o), n.stated = y.id DELETE o
}
CALL (x, y) {
  MATCH (y)-[o:CONTRIBUTES]->(e)
  CREATE (x)-[n:CONTRIBUTES]->(e) SET n = properties(o), n.stated = y.id DELETE o
}
CALL (x, y) {
  MATCH (y)-[o:HAS_CLAIM]->(e)
  CREATE (x)-[n:HAS_CLAIM]->(e) SET n = properties(o), n.stated = y.id DELETE o
}
CALL (x, y) {
  MATCH (e)-[o:REFERS_TO {in_record: false}]->(y)
  CREATE (e)-[n:REFERS_TO]->(x) SET n = properties(o), n.stated = y.id DELETE o
}
CALL (x, y) {
  MATCH (e)-[o:SIMULATED_CITES]->(y)
  CREATE (e)-[n:SIMULATED_CITES]->(x) SET n = properties(o), n.stated = y.id DELETE o
}
CALL (x, y) {
  MATCH (e)-[o:STANDS_FOR]->(y)
  CREATE (e)-[n:STANDS_FOR]->(x) SET n = properties(o), n.stated = y.id DELETE o
}
DETACH DELETE y
