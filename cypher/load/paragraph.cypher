// Paragraphs of papers that have none yet: one row per paper.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (p:Paper {id: r.id})
UNWIND r.paragraphs AS part
CREATE (p)-[:HAS_PARAGRAPH]->(:Paragraph {id: part[0], position: part[1], section: part[2], text: part[3]})
