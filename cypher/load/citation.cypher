// Citations of papers that have none yet: one row per citing paper.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (p:Paper {id: r.id})
UNWIND r.references AS cited
MATCH (w:Work {id: cited})
CREATE (p)-[:CITES {date: r.date, day: r.day, is_influential: r.has_influential_only}]->(w)
