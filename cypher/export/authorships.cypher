// Authors of papers in blocks of parallel lists.
//
// mode:    read
// params:  blocks
// returns: paper, author, position, other_name
//
// Numbers as in export/papers; position counts from 1 along the byline. other_name is what the paper
// calls the author: empty for the author's name, which most do, a space where it states none.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS number
  MATCH (p:Paper) WHERE id(p) = number
  MATCH (p)<-[w:AUTHORED]-(a:Author)
  RETURN collect(number) AS paper, collect(id(a)) AS author, collect(coalesce(w.position, 0)) AS position,
         collect(CASE WHEN w.name IS NULL THEN ' ' WHEN w.name = a.name THEN '' ELSE w.name END) AS other_name
}
RETURN paper, author, position, other_name
