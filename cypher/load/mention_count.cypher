// Count on each citation how often the full text of the citing paper mentions the cited one.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (p:Paper {id: id})-[:HAS_PARAGRAPH]->(:Paragraph)-[m:MENTIONS]->(cited:Paper)
WITH p, cited, count(m) AS mentions
MATCH (p)-[c:CITES]->(cited)
SET c.mentions = mentions
