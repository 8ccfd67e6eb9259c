// Dated papers in blocks of parallel lists.
//
// mode:    read
// params:  blocks
// returns: node, paper_id, day, first_day, date_precision, title, abstract
// texts:   abstract
//
// Nodes are numbered by the server, $blocks are those of admin/node_blocks; the numbers join the
// lists of one export and are never kept. The first day is that of a period, else the last. Reading by ranges of them holds one block in memory,
// where a grouping would hold all. The lists of a block are as long as each other: a missing text is an empty string.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS number
  MATCH (p:Paper) WHERE id(p) = number
  WITH number, p, p.day AS day
  WHERE day IS NOT NULL  // of p, it would make the server scan an index for each number
  RETURN collect(number) AS node, collect(p.id) AS paper_id, collect(day) AS day,
         collect(CASE p.date_precision
           WHEN 'period' THEN duration.inDays(date('1970-01-01'), p.first_date).days
           ELSE day
         END) AS first_day,
         collect(coalesce(p.date_precision, 'day')) AS date_precision,
         collect(coalesce(p.title, '')) AS title, collect(coalesce(p.abstract, '')) AS abstract
}
RETURN node, paper_id, day, first_day, date_precision, title, abstract
