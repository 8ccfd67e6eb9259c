// Records that share an id and are not put together, with the reason.
//
// mode:    read
// params:  limit = 100
// returns: records, titles, kind, ids, reason

MATCH (c:IdentityConflict)
WITH c ORDER BY c.kind, c.papers LIMIT $limit
RETURN c.papers AS records,
       COLLECT { UNWIND c.papers AS id
                 OPTIONAL MATCH (s:SourceRecord {owner: id}) WHERE s.type = 'paper'
                 MATCH (p:Paper {id: coalesce(s.work, id)}) RETURN p.title } AS titles,
       c.kind AS kind, c.ids AS ids, c.reason AS reason
ORDER BY kind, records
