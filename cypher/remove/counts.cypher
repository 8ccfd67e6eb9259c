// Counts of papers that are of these loads.
//
// mode:    read
// params:  runs
// returns: id, owner, artifact_id

MATCH (p:Paper)<-[r:REFERS_TO {in_record: false}]-(a:Artifact) 
WHERE r.run IN $runs AND r.count IS NOT NULL
RETURN p.id + ' ' + a.id AS id, p.id AS owner, a.id AS artifact_id
