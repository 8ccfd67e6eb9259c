// Counts of artefacts; an earlier one gives way.
//
// mode:    write
// params:  rows, run
// returns:

UNWIND $rows AS r
MATCH (a:Artifact {id: r.id})
SET a.count = r.count, a.read_on = r.read_on, a.count_run = $run
