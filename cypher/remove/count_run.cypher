// Say which load a count of a paper is now of, or a mention of it, and by which of its names.
//
// mode:    write
// params:  owner, artifact_id, run, found_by
// returns:

MATCH (:Paper {id: $owner})<-[c:REFERS_TO {in_record: false}]-(:Artifact {id: $artifact_id})
SET c.run = $run, c.found_by = $found_by
