// Papers with a full text among those given, and among those that cite the works given.
//
// mode:    read
// params:  papers, works
// returns: id

UNWIND $papers AS id
MATCH (p:Paper {id: id}) WHERE p.fulltext_hash IS NOT NULL
RETURN p.id AS id
UNION
UNWIND $works AS id
MATCH (p:Paper)-[:CITES]->(:Work {id: id}) WHERE p.fulltext_hash IS NOT NULL
RETURN p.id AS id
