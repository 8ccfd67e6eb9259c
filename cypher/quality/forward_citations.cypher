// Citations of papers dated later than the citing paper, among all between dated papers.
//
// mode:    read
// params:  examples = 5
// returns: count, total, examples

CALL () {
  MATCH (a:Paper)-[c:CITES]->(b:Paper)
  WHERE c.day IS NOT NULL AND b.day IS NOT NULL
  RETURN count(*) AS total,
         sum(CASE WHEN c.day < b.day THEN 1 ELSE 0 END) AS count
}
CALL () {
  MATCH (a:Paper)-[c:CITES]->(b:Paper)
  WHERE c.day < b.day
  WITH a.id + ' cites ' + b.id AS example, b.day - c.day AS gap
  ORDER BY gap DESC, example
  LIMIT $examples
  RETURN collect(example) AS examples
}
RETURN count, total, examples
ORDER BY count
