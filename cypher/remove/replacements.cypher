// The records that replace removed ones: of the superseded records the smallest rank.
//
// mode:    read
// params:  type, owners
// returns: key, id, run, rank, record, found_by, dropped

UNWIND $owners AS owner
MATCH (s:SpareRecord {owner: owner}) WHERE s.type = $type
WITH s ORDER BY s.rank, s.run, s.id
WITH s.key AS key, collect(s) AS listed
WITH key, listed, listed[0] AS first
WITH key, first,
     head([s IN listed WHERE s.rank = first.rank AND s.record IS NOT NULL]) AS kept
RETURN key, first.id AS id, first.run AS run, first.rank AS rank, kept.record AS record,
       first.found_by AS found_by, kept.dropped AS dropped
