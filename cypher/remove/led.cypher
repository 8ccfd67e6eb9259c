// Say that pathways of loads are led to the papers that are loaded now.
//
// mode:    write
// params:  runs
// returns:
//
// The removal that does so has started last, whatever clocks say.

MATCH (o:Snapshot)
WITH max(o.started_at) AS now
UNWIND $runs AS run
MATCH (s:Snapshot {id: run})
SET s.led_at = now
