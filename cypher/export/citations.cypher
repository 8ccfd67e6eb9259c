// Citations between papers in blocks of parallel lists.
//
// mode:    read
// params:  blocks
// returns: citing, cited
//
// Numbers as in export/papers; undated papers are among them.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS number
  MATCH (p:Paper) WHERE id(p) = number
  MATCH (p)-[:CITES]->(cited:Paper)
  RETURN collect(number) AS citing, collect(id(cited)) AS cited
}
RETURN citing, cited
