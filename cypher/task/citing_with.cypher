// Papers that cite some papers, with the labels of the citations and the paragraphs they stand in.
//
// mode:    read
// params:  paper_ids: papers, before: day
// returns: paper_id, citing_id, sentiment, positive, neutral, negative, source, paragraph_ids
//
// sentiment and source are null where a citation is not labelled; paragraphs are those of labelled
// mentions and of others alike.

UNWIND $paper_ids AS paper_id
MATCH (x:Paper {id: paper_id})<-[c:CITES]-(citing:Paper)
WHERE c.date < date($before) AND x.date < date($before) AND citing <> x
RETURN x.id AS paper_id, citing.id AS citing_id, c.sentiment AS sentiment,
       c.positive AS positive, c.neutral AS neutral, c.negative AS negative,
       c.sentiment_source AS source,
       COLLECT { MATCH (citing)-[:HAS_PARAGRAPH]->(g:Paragraph)-[m:MENTIONS]->(x)
                 WHERE m.date < date($before)
                 WITH DISTINCT g
                 RETURN g.id ORDER BY g.position, g.id } AS paragraph_ids
ORDER BY paper_id, citing_id
