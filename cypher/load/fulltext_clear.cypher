// Take away the full text of papers.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (p:Paper {id: id})
CALL (id) { MATCH (:Paper)-[m:CO_MENTIONED {citing_id: id}]->(:Paper) DELETE m }
CALL (p) { MATCH (p)-[c:CITES]->(:Work) SET c.mentions = null }
CALL (p) { MATCH (p)-[:HAS_PARAGRAPH]->(g:Paragraph) DETACH DELETE g }
