// Paragraphs of papers that have none yet: one row per paper.
//
// mode:    write
// params:  rows
// returns:
//
// Mentions that the records do not allow stay as text, so that the full text can be made anew.

UNWIND $rows AS r
MATCH (p:Paper {id: r.id})
UNWIND r.paragraphs AS part
CREATE (p)-[:HAS_PARAGRAPH]->(:Paragraph {id: part[0], position: part[1], section: part[2], text: part[3],
                                        left_out: part[4]})
