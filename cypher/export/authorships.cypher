// Authors of papers in blocks of parallel lists.
//
// mode:    read
// params:  top
// returns: paper, author, position
//
// Numbers as in export/papers; position counts from 1 along the byline.

UNWIND range(0, $top / 1000) AS block
CALL (block) {
  UNWIND range(block * 1000, block * 1000 + 999) AS number
  MATCH (p:Paper) WHERE id(p) = number
  MATCH (p)<-[w:AUTHORED]-(a:Author)
  RETURN collect(number) AS paper, collect(id(a)) AS author, collect(coalesce(w.position, 0)) AS position
}
RETURN paper, author, position
