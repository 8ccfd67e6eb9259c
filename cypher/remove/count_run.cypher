// Say which load a count of a paper, or a mention of it, is now of.
//
// mode:    write
// params:  owner, artifact_id, run
// returns:

MATCH (:Paper {id: $owner})<-[c:REFERS_TO {in_record: false}]-(:Artifact {id: $artifact_id})
SET c.run = $run
