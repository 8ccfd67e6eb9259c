// Hashes of the papers that are put together of several records of one id.
//
// mode:    read
// params:
// returns: hash

MATCH (s:SourceRecord) WHERE s.shown_hash IS NOT NULL
RETURN s.shown_hash AS hash
