// Citations between papers in blocks of parallel lists.
//
// mode:    read
// params:  top
// returns: citing, cited
//
// Numbers as in export/papers; undated papers are among them.

UNWIND range(0, $top / 1000) AS block
CALL (block) {
  UNWIND range(block * 1000, block * 1000 + 999) AS number
  MATCH (p:Paper) WHERE id(p) = number
  MATCH (p)-[:CITES]->(cited:Paper)
  RETURN collect(number) AS citing, collect(id(cited)) AS cited
}
RETURN citing, cited
