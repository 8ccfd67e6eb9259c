// Paragraphs in which papers mention others, as a judge reads them.
//
// mode:    read
// params:  pairs, before: day
// returns: citing_id, cited_id, title, paragraph_id, text, places
// texts:   text
//
// $pairs is a list of [citing, cited]; title is that of the cited paper, places are [start, end]
// of its mentions in the paragraph.

UNWIND $pairs AS pair
MATCH (x:Paper {id: pair[0]})-[:HAS_PARAGRAPH]->(g:Paragraph)
      -[m:MENTIONS]->(p:Paper {id: pair[1]})
WHERE m.date < date($before) AND p.date < date($before) AND m.end > m.start
WITH x, p, g, m ORDER BY m.start, m.end
WITH x, p, g, collect([m.start, m.end]) AS places
RETURN x.id AS citing_id, p.id AS cited_id, p.title AS title, g.id AS paragraph_id,
       g.text AS text, places
ORDER BY citing_id, cited_id, g.position, paragraph_id
