// Co-mentions, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (a:Paper)-[r:CO_MENTIONED]->(b:Paper) WHERE id(a) = i
  RETURN collect([a.id, b.id, r.citing_id, r.day, r.count, r.paragraph_ids]) AS rows
}
RETURN rows
