// The words with which a paper cites another, with the paragraph around them.
//
// mode:    read
// params:  citing_id: paper, cited_id: paper, before: day = null
// returns: paragraph_id, section, position, start, end, words, text
// texts:   words, text
//
// start and end count characters of the paragraph from 0; the words stand from start up to end.
// Of a text that stands outside the graph the part is named, which the reader cuts out.

MATCH (:Paper {id: $citing_id})-[:HAS_PARAGRAPH]->(g:Paragraph)
      -[m:MENTIONS]->(p:Paper {id: $cited_id})
WHERE $before IS NULL OR (m.date < date($before) AND p.date < date($before))
RETURN g.id AS paragraph_id, g.section AS section, g.position AS position,
       m.start AS start, m.end AS end,
       CASE WHEN m.end < m.start THEN null
            WHEN g.text STARTS WITH '\u0001' THEN g.text + '|' + m.start + '|' + m.end
            ELSE substring(g.text, m.start, m.end - m.start) END AS words,
       g.text AS text
ORDER BY position, start, end, paragraph_id
