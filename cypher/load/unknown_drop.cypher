// Delete the citations that one load stored of works without a record.
//
// mode:    write
// params:  run
// returns:

MATCH (p:Paper {record_run: $run})-[c:CITES]->(w:Work)
WHERE NOT w:Paper
WITH p, collect(c) AS citations
CALL (p, citations) {
  SET p.record_dropped = coalesce(p.record_dropped, 0) + size(citations)
  FOREACH (c IN citations | DELETE c)
} IN TRANSACTIONS OF 500 ROWS
