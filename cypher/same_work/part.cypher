// Lead what others say of works back to the ids that it was stated for.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (y:Work {id: r.owner})
MATCH (x:Work {id: r.work})
CALL (x, y) {
  MATCH (c)-[o:CITES]->(x) WHERE o.stated = y.id
  CREATE (c)-[n:CITES]->(y) SET n = properties(o), n.stated = null DELETE o
}
CALL (x, y) {
  MATCH (e)-[o:GROUNDED_IN]->(x) WHERE o.stated = y.id
  CREATE (e)-[n:GROUNDED_IN]->(y) SET n = properties(o), n.stated = null DELETE o
}
CALL (x, y) {
  MATCH (x)-[o:CONTRIBUTES]->(e) WHERE o.stated = y.id
  CREATE (y)-[n:CONTRIBUTES]->(e) SET n = properties(o), n.stated = null DELETE o
}
CALL (x, y) {
  MATCH (x)-[o:HAS_CLAIM]->(e) WHERE o.stated = y.id
  CREATE (y)-[n:HAS_CLAIM]->(e) SET n = properties(o), n.stated = null DELETE o
}
CALL (x, y) {
  MATCH (e)-[o:REFERS_TO]->(x) WHERE o.stated = y.id
  CREATE (e)-[n:REFERS_TO]->(y) SET n = properties(o), n.stated = null DELETE o
}
CALL (x, y) {
  MATCH (e)-[o:SIMULATED_CITES]->(x) WHERE o.stated = y.id
  CREATE (e)-[n:SIMULATED_CITES]->(y) SET n = properties(o), n.stated = null DELETE o
}
CALL (x, y) {
  MATCH (e)-[o:STANDS_FOR]->(x) WHERE o.stated = y.id
  CREATE (e)-[n:STANDS_FOR]->(y) SET n = properties(o), n.stated = null DELETE o
}
