// Pairs of papers that one paragraph mentions, in blocks of parallel lists.
//
// mode:    read
// params:  blocks
// returns: one, other, citing_id
//
// Numbers as in export/papers; the pair is stored from the smaller id to the larger.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS number
  MATCH (p:Paper) WHERE id(p) = number
  MATCH (p)-[m:CO_MENTIONED]->(q:Paper)
  RETURN collect(number) AS one, collect(id(q)) AS other, collect(m.citing_id) AS citing_id
}
RETURN one, other, citing_id
