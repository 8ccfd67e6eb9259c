// Records of papers that the graph does not hold, each once.
//
// mode:    read
// params:  ids
// returns: id, record, drops
//
// Some loads leave citations of works without a record out.

UNWIND $ids AS id
MATCH (s:SpareRecord {owner: id}) WHERE s.type = 'paper' AND s.record IS NOT NULL
OPTIONAL MATCH (l:Snapshot {id: s.run})
WITH id, s.rank AS rank, head(collect(s.record)) AS record,
     all(o IN collect(coalesce(l.options, '')) WHERE o CONTAINS '"unknown": "drop"') AS drops
RETURN id, record, drops ORDER BY id, rank
