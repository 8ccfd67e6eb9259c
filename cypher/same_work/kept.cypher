// Kept records of works.
//
// mode:    read
// params:  works, types
// returns: id, type, owner, work, run, dropped, record, shown

UNWIND $works AS work
MATCH (s:SourceRecord {work: work}) WHERE s.type IN $types
RETURN s.id AS id, s.type AS type, s.owner AS owner, s.work AS work, s.run AS run,
       s.dropped AS dropped, s.record AS record, coalesce(s.shown, s.record) AS shown
ORDER BY work, id
