// Delete counts of artefacts.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (a:Artifact {id: id})
SET a.count = null, a.read_on = null, a.count_run = null
