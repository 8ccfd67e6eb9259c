// Papers that cite several of the ids of one work, or are that work.
//
// mode:    read
// params:  rows
// returns: id

UNWIND $rows AS r
UNWIND r.ids AS id
MATCH (c:Paper)-[:CITES]->(:Work {id: id})
WITH r, c, count(*) AS times WHERE times > 1 OR c.id IN r.ids
RETURN DISTINCT c.id AS id
