// Authors in blocks of parallel lists.
//
// mode:    read
// params:  top
// returns: node, author_id, name
//
// Numbers as in export/papers.

UNWIND range(0, $top / 5000) AS block
CALL (block) {
  UNWIND range(block * 5000, block * 5000 + 4999) AS number
  MATCH (a:Author) WHERE id(a) = number
  RETURN collect(number) AS node, collect(a.id) AS author_id, collect(coalesce(a.name, '')) AS name
}
RETURN node, author_id, name
