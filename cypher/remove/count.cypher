// Delete counts of papers, or mentions of them, that were loaded by themselves.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (:Paper {id: r.owner})<-[c:REFERS_TO {in_record: false}]-(:Artifact {id: r.artifact_id})
DELETE c
