// Citations inside paragraphs: one row per paragraph.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (g:Paragraph {id: r.id})
UNWIND r.mentions AS m
MATCH (cited:Paper {id: m[0]})
CREATE (g)-[:MENTIONS {date: r.date, day: r.day, start: m[1], end: m[2]}]->(cited)
