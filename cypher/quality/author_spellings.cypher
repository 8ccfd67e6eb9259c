// Author ids whose name is written in several ways, among all author ids.
//
// mode:    read
// params:  examples = 5
// returns: count, total, examples

CALL () {
  MATCH (a:Author)-[w:AUTHORED]->(:Paper)
  WITH a, count(DISTINCT w.name) AS names
  WHERE names > 1
  WITH a.id + ' (' + names + ' names)' AS example, names
  ORDER BY names DESC, example
  RETURN collect(example) AS found
}
RETURN size(found) AS count, COUNT { (:Author) } AS total, found[..$examples] AS examples
ORDER BY count
