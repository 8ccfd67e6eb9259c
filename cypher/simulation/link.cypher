// Add what simulated papers cite, who wrote them, and which real paper one stands for.
//
// mode:    write
// params:  source, rows
// returns:
//
// Cited papers and authors are real or simulated; real ones that the graph does not have are left
// out.

UNWIND $rows AS row
MATCH (p:SimulatedPaper {id: row.id})
CALL (p, row) {
  UNWIND row.cited AS id
  MATCH (w:Work {id: id})
  CREATE (p)-[:SIMULATED_CITES {date: p.date, day: p.day}]->(w)
}
CALL (p, row) {
  UNWIND row.cited_simulated AS id
  MATCH (w:SimulatedPaper {id: id})
  CREATE (p)-[:SIMULATED_CITES {date: p.date, day: p.day}]->(w)
}
CALL (p, row) {
  UNWIND row.authors AS one
  MATCH (a:Author {id: one.id})
  CREATE (a)-[:SIMULATED_AUTHORED {date: p.date, day: p.day, position: one.position}]->(p)
}
CALL (p, row) {
  UNWIND row.new_authors AS one
  MERGE (a:SimulatedAuthor {id: one.id})
  ON CREATE SET a.name = one.name, a.source = $source
  CREATE (a)-[:SIMULATED_AUTHORED {date: p.date, day: p.day, position: one.position}]->(p)
}
CALL (p, row) {
  MATCH (w:Paper {id: row.stands_for})
  CREATE (p)-[:STANDS_FOR]->(w)
}
