// Keep what loads brought of records that the graph holds from another load.
//
// mode:    write
// params:  rows
// returns:
//
// A record that equals the one in the graph is noted without its content, which is filled in when
// that one gives way; one whose citations of works without a record were dropped is made whole by
// the next that has them. One SET alone sees what rows before it have set.

UNWIND $rows AS r
MERGE (s:SpareRecord {id: r.id})
SET s += CASE WHEN s.rank IS NULL OR r.own.rank < s.rank
                OR (r.own.rank = s.rank AND s.record IS NULL) THEN r.own ELSE {} END
WITH r.own AS own WHERE own.record IS NOT NULL
MATCH (o:SpareRecord {owner: own.owner})
WHERE o.key = own.key AND o.rank = own.rank
  AND (o.record IS NULL OR o.dropped IS NOT NULL AND own.dropped IS NULL)
SET o += own {.record, .dropped, .doi, .arxiv_id, .acl_id, .openalex_id, .s2_id, .pmid, .title}
