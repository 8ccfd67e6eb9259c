// Say which load the count of an artefact is now of.
//
// mode:    write
// params:  id, run
// returns:

MATCH (a:Artifact {id: $id})
SET a.count_run = $run
