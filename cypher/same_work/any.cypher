// A kept record, where records of one work are shown put together.
//
// mode:    read
// params:
// returns: id

MATCH (s:SourceRecord)
RETURN s.id AS id
LIMIT 1
