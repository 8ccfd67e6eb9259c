// Every citation between papers in a row of its own, as programs without blocks read them.
//
// mode:    read
// params:
// returns: citing, cited
//
// Numbers as in export/papers. This is the peer of export/citations, which is many times faster.

MATCH (p:Paper)-[:CITES]->(cited:Paper)
RETURN id(p) AS citing, id(cited) AS cited
