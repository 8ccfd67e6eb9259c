// Title, year and authors of papers, called as and in the order that the papers state.
//
// mode:    read
// params:  ids
// returns: paper_id, title, year, authors

UNWIND $ids AS id
MATCH (p:Paper {id: id})
RETURN p.id AS paper_id, p.title AS title, p.date.year AS year,
       COLLECT { MATCH (a:Author)-[w:AUTHORED]->(p) RETURN coalesce(w.name, a.id) ORDER BY w.position, a.id } AS authors
ORDER BY paper_id
