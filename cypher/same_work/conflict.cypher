// Say which records share an id and are not put together.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
CREATE (:IdentityConflict {kind: r.kind, ids: r.values, papers: r.papers, reason: r.reason})
