// Counts of papers; one of the same kind that was loaded earlier gives way.
//
// mode:    write
// params:  rows, run
// returns:

UNWIND $rows AS r
MATCH (p:Paper {id: r.id})
MATCH (a:Artifact {id: r.artifact_id})
MERGE (a)-[c:REFERS_TO {in_record: false}]->(p)
SET c.name = a.name, c.count = r.count, c.read_on = r.read_on, c.run = $run
