// Mentions of papers by documents; one that was loaded earlier gives way.
//
// mode:    write
// params:  rows, run
// returns:
//
// What the document is called and where it stands is on each of them, and follows from all. Each
// says by which names its paper was found, without which it cannot be; by its id when by none.

UNWIND $rows AS r
MATCH (p:Paper {id: r.paper_id})
MERGE (a:Artifact {id: r.artifact_id})
SET a.kind = r.kind
MERGE (a)-[m:REFERS_TO {in_record: false}]->(p)
SET m.name = r.name, m.url = r.url, m.date = r.date, m.day = r.day,
    m.date_precision = r.date_precision, m.found_by = r.found_by, m.run = $run
