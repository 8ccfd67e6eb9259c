// Papers of which loads have brought several different records.
//
// mode:    read
// params:
// returns: id

MATCH (s:SpareRecord) WHERE s.type = 'paper' AND s.record IS NOT NULL
MATCH (p:Paper {id: s.owner}) WHERE p.record_hash <> s.rank
RETURN DISTINCT p.id AS id ORDER BY id
