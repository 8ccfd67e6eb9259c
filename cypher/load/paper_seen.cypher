// The records that loads have brought of papers, as hashes and titles.
//
// mode:    read
// params:  ids
// returns: id, digests, titles

UNWIND $ids AS id
MATCH (p:Paper {id: id})
OPTIONAL MATCH (s:SpareRecord {owner: id}) WHERE s.type = 'paper'
WITH p, collect(s) AS spares
RETURN p.id AS id, [p.record_hash] + [s IN spares | s.rank] AS digests,
       [p.title] + [s IN spares | s.title] AS titles
