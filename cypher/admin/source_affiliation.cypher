// Affiliations of authors, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (a:Author)-[r:AFFILIATED_WITH]->(n:Institution) WHERE id(a) = i
  RETURN collect([a.id, n.id, r.paper_id, r.day, r.name]) AS rows
}
RETURN rows
