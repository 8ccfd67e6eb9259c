// The ids under which works are shown that were loaded under others.
//
// mode:    read
// params:  ids
// returns: id, work

UNWIND $ids AS id
MATCH (s:SourceRecord {owner: id}) WHERE s.type <> 'fulltext' AND s.work <> s.owner
RETURN s.owner AS id, s.work AS work
