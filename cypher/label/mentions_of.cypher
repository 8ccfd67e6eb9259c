// Mentions by which papers cite others, with their paragraphs.
//
// mode:    read
// params:  pairs
// returns: citing_id, cited_id, paragraph_id, text, start, end
// texts:   text
//
// $pairs is a list of [citing, cited].

UNWIND $pairs AS pair
MATCH (x:Paper {id: pair[0]})-[:HAS_PARAGRAPH]->(g:Paragraph)
      -[m:MENTIONS]->(p:Paper {id: pair[1]})
WHERE m.end > m.start
RETURN x.id AS citing_id, p.id AS cited_id, g.id AS paragraph_id, g.text AS text,
       m.start AS start, m.end AS end
ORDER BY citing_id, cited_id, g.position, paragraph_id, start, end
