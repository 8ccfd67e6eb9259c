// Give citations the intent that people gave them.
//
// mode:    write
// params:  rows
// returns: pairs
//
// A row is {citing_id, cited_id, label}. Returns how many of the rows are citations.

UNWIND $rows AS r
MATCH (:Paper {id: r.citing_id})-[c:CITES]->(:Paper {id: r.cited_id})
SET c.intent = r.label, c.intent_confidence = 1.0, c.intent_source = 'human'
RETURN count(*) AS pairs
