// Authors in blocks of parallel lists.
//
// mode:    read
// params:  blocks
// returns: node, author_id, name
//
// Numbers as in export/papers.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS number
  MATCH (a:Author) WHERE id(a) = number
  RETURN collect(number) AS node, collect(a.id) AS author_id, collect(coalesce(a.name, '')) AS name
}
RETURN node, author_id, name
