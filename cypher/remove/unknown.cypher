// Delete citations of works without a record that no load wanted to keep.
//
// mode:    write
// params:  ids, runs
// returns: works

UNWIND $ids AS id
MATCH (p:Paper {id: id})
WHERE p.record_run IN $runs
  AND NOT EXISTS {
    MATCH (s:SpareRecord {owner: id})
    WHERE s.type = 'paper' AND s.rank = p.record_hash AND NOT s.run IN $runs
  }
MATCH (p)-[c:CITES]->(w:Work) WHERE NOT w:Paper
WITH p, collect(c) AS citations, collect(w.id) AS works
SET p.record_dropped = coalesce(p.record_dropped, 0) + size(citations)
FOREACH (c IN citations | DELETE c)
RETURN works
