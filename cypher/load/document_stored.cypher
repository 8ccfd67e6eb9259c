// Mentions of papers by documents that the graph has, of these.
//
// mode:    read
// params:  rows
// returns: paper_id, artifact_id, kind, name, url, date, date_precision, run, found_by

UNWIND $rows AS r
MATCH (p:Paper {id: r.paper_id})<-[m:REFERS_TO {in_record: false}]-(a:Artifact {id: r.artifact_id})
RETURN p.id AS paper_id, a.id AS artifact_id, a.kind AS kind, m.name AS name, m.url AS url,
       toString(m.date) AS date, m.date_precision AS date_precision, m.run AS run,
       m.found_by AS found_by
