// Say which loads claims are now of.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (c:Claim {id: r.id})
SET c.run = r.run
