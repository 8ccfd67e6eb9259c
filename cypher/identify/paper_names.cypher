// Title, year and authors of papers, in the order of the authors.
//
// mode:    read
// params:  ids
// returns: paper_id, title, year, authors

UNWIND $ids AS id
MATCH (p:Paper {id: id})
RETURN p.id AS paper_id, p.title AS title, p.date.year AS year,
       COLLECT { MATCH (a:Author)-[w:AUTHORED]->(p) RETURN a.name ORDER BY w.position, a.id } AS authors
ORDER BY paper_id
