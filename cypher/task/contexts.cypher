// Paragraphs in which later papers mention a paper, with the places and the intent where labelled.
//
// mode:    read
// params:  paper_id: paper, before: day
// returns: citing_id, title, date, paragraph_id, text, mentions
// texts:   text
//
// A mention is [start, end, intent]. Papers that cite ahead of their time do not count as later.

MATCH (p:Paper {id: $paper_id})<-[m:MENTIONS]-(g:Paragraph)<-[:HAS_PARAGRAPH]-(x:Paper)
WHERE m.date > p.date AND ($before IS NULL OR m.date < date($before))
WITH x, g, m ORDER BY m.start, m.end
RETURN x.id AS citing_id, x.title AS title, x.date AS date, g.id AS paragraph_id, g.text AS text,
       collect([m.start, m.end, m.intent]) AS mentions
ORDER BY date, citing_id, paragraph_id
