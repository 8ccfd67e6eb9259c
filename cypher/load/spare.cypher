// Keep what loads brought of records that the graph holds from another load.
//
// mode:    write
// params:  rows
// returns:
//
// A record that equals the one in the graph is noted without its content, which is filled in when
// that one gives way.

UNWIND $rows AS r
MERGE (s:SpareRecord {id: r.id})
SET s.record = CASE WHEN s.rank IS NULL OR r.rank < s.rank THEN r.record
                    WHEN r.rank = s.rank THEN coalesce(s.record, r.record)
                    ELSE s.record END,
    s.rank = CASE WHEN s.rank IS NULL OR r.rank < s.rank THEN r.rank ELSE s.rank END,
    s.type = r.type, s.key = r.key, s.owner = r.owner, s.run = r.run
WITH r WHERE r.record IS NOT NULL
MATCH (o:SpareRecord {owner: r.owner})
WHERE o.key = r.key AND o.rank = r.rank AND o.record IS NULL
SET o.record = r.record
