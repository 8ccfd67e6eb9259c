// Forget kept records of works.
//
// mode:    write
// params:  ids, works
// returns:

CALL () { UNWIND $ids AS id MATCH (s:SourceRecord {id: id}) DELETE s }
CALL () { UNWIND $works AS id MATCH (w:SameWork {id: id}) DELETE w }
