// How much of a simulation is in the graph.
//
// mode:    read
// params:  source
// returns: papers, authors, citations, authorships

CALL () {
  MATCH (p:SimulatedPaper {source: $source})
  RETURN count(p) AS papers, sum(COUNT { (p)-[:SIMULATED_CITES]->() }) AS citations,
         sum(COUNT { (p)<-[:SIMULATED_AUTHORED]-() }) AS authorships
}
CALL () {
  MATCH (a:SimulatedAuthor {source: $source})
  RETURN count(a) AS authors
}
RETURN papers, authors, citations, authorships
