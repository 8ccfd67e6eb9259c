// Full texts of papers as the graph holds them.
//
// mode:    read
// params:  ids
// returns: id, digest, run, cited, paragraphs

UNWIND $ids AS id
MATCH (p:Paper {id: id})
WHERE p.fulltext_hash IS NOT NULL
RETURN p.id AS id, p.fulltext_hash AS digest, p.fulltext_run AS run,
       [(p)-[:CITES]->(w:Work) | w.id] AS cited,
       [(p)-[:HAS_PARAGRAPH]->(g:Paragraph) | {
         position: g.position, section: g.section, text: g.text, left_out: g.left_out,
         mentions: [(g)-[m:MENTIONS]->(c:Paper) | [m.start, m.end, c.id]]
       }] AS paragraphs
