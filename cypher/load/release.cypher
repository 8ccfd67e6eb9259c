// Artefacts that papers released, for papers without any so far.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (p:Paper {id: r.id})
UNWIND r.released AS id
MATCH (a:Artifact {id: id})
CREATE (p)-[:RELEASED {date: r.date, day: r.day}]->(a)
