// Say which works kept texts are shown with.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (s:SourceRecord {owner: r.owner}) WHERE s.type = 'fulltext'
SET s.work = r.work
