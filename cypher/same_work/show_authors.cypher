// Give authors who are on a byline again the simulated papers that were put aside with them.
//
// mode:    write
// params:
// returns:

MATCH (h:HiddenAuthor)
MATCH (a:Author {id: h.id})
CALL (h, a) {
  MATCH (h)-[o:SIMULATED_AUTHORED]->(p)
  CREATE (a)-[n:SIMULATED_AUTHORED]->(p) SET n = properties(o)
}
DETACH DELETE h
