// The records of papers that loads have brought, shown or not, with their hashes.
//
// mode:    read
// params:  runs
// returns: id, digest

MATCH (p:Paper) WHERE p.record_run IN $runs
RETURN p.id AS id, p.record_hash AS digest
UNION ALL
MATCH (s:SourceRecord) WHERE s.type = 'paper' AND s.run IN $runs
RETURN s.owner AS id, s.digest AS digest
UNION ALL
MATCH (s:SpareRecord) WHERE s.type = 'paper' AND s.run IN $runs
RETURN s.key AS id, s.rank AS digest
