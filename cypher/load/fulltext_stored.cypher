// Papers whose full text may be stored: dates, what there is of a text, what they cite.
//
// mode:    read
// params:  ids
// returns: id, date, day, digest, run, mentions, pairs, cited, unknown
//
// A pair counts once per paragraph.

UNWIND $ids AS id
MATCH (p:Paper {id: id})
CALL (id) { MATCH (:Paper)-[m:CO_MENTIONED {citing_id: id}]->(:Paper) RETURN sum(m.count) AS pairs }
RETURN p.id AS id, p.date AS date, p.day AS day, p.fulltext_hash AS digest, p.fulltext_run AS run,
       COUNT { (p)-[:HAS_PARAGRAPH]->(:Paragraph)-[:MENTIONS]->(:Paper) } AS mentions, pairs,
       [(p)-[:CITES]->(c:Paper) | c.id] AS cited,
       [(p)-[:CITES]->(w:Work) WHERE NOT w:Paper | w.id] AS unknown
