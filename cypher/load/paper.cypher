// Papers with what their records say of them; a cited work without record becomes a paper.
//
// mode:    write
// params:  rows, run
// returns: ids, numbers

UNWIND $rows AS r
MERGE (p:Work {id: r.id})
SET p:Paper, p += r.own, p.record_run = $run, p.record_dropped = null
RETURN collect(r.id) AS ids, collect(id(p)) AS numbers
