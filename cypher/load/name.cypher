// What authors, venues, fields, institutions and artefacts are called, by internal number in this transaction.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (n) WHERE id(n) = r.number
SET n.name = r.name, n.names = r.names, n.spellings = r.spellings
