// Papers whose full text may be stored: dates, the hash of the text there is, what they cite.
//
// mode:    read
// params:  ids
// returns: id, date, day, digest, run, cited, unknown

UNWIND $ids AS id
MATCH (p:Paper {id: id})
RETURN p.id AS id, p.date AS date, p.day AS day, p.fulltext_hash AS digest, p.fulltext_run AS run,
       [(p)-[:CITES]->(c:Paper) | c.id] AS cited,
       [(p)-[:CITES]->(w:Work) WHERE NOT w:Paper | w.id] AS unknown
