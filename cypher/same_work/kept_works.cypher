// Works whose records are kept, of these types.
//
// mode:    read
// params:  types
// returns: work

MATCH (s:SourceRecord) WHERE s.type IN $types
RETURN DISTINCT s.work AS work ORDER BY work
