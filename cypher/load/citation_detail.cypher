// What a source says of citations that are there: one row per citing paper.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (p:Paper {id: r.id})
UNWIND r.citations AS said
MATCH (p)-[c:CITES]->(:Work {id: said[0]})
SET c.is_influential = said[1], c.intents = said[2], c.contexts = said[3]
