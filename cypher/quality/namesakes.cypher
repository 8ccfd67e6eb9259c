// Author names that several author ids share, among all names.
//
// mode:    read
// params:  examples = 5
// returns: count, total, examples

MATCH (a:Author)
WHERE a.name IS NOT NULL
WITH a.name AS name, count(*) AS ids
WITH count(*) AS total,
     collect(CASE WHEN ids > 1 THEN {name: name, ids: ids} END) AS shared
CALL (shared) {
  UNWIND shared AS one
  WITH one
  ORDER BY one.ids DESC, one.name
  RETURN collect(one.name + ' (' + one.ids + ' ids)') AS examples
}
RETURN size(shared) AS count, total, examples[..$examples] AS examples
ORDER BY count
