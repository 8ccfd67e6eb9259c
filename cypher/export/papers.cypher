// Dated papers in blocks of parallel lists.
//
// mode:    read
// params:  top
// returns: node, paper_id, day, date_precision, title, abstract
//
// Nodes are numbered by the server up to $top; the numbers join the lists of one export and are
// never kept. Reading by ranges of them holds one block in memory, where a grouping would hold
// all. The lists of a block are as long as each other: a missing text is an empty string.

UNWIND range(0, $top / 5000) AS block
CALL (block) {
  UNWIND range(block * 5000, block * 5000 + 4999) AS number
  MATCH (p:Paper) WHERE id(p) = number AND p.day IS NOT NULL
  RETURN collect(number) AS node, collect(p.id) AS paper_id, collect(p.day) AS day,
         collect(coalesce(p.date_precision, 'day')) AS date_precision,
         collect(coalesce(p.title, '')) AS title, collect(coalesce(p.abstract, '')) AS abstract
}
RETURN node, paper_id, day, date_precision, title, abstract
