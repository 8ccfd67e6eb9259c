// Say which works are shown of several records, and in what these disagree.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MERGE (w:SameWork {id: r.id})
SET w.papers = r.papers, w.works = r.works, w.kinds = r.kinds, w.disagree = r.disagree
