// Papers with exactly the title of a reference, whatever its case, where only one has it.
//
// mode:    read
// params:  rows
// returns: key, paper_id
//
// The full-text index finds the title as a phrase, in which only the quote and the backslash mean
// something; the comparison then makes it exact.

UNWIND $rows AS r
CALL (r) {
  CALL db.index.fulltext.queryNodes(
    'paper_text', 'title:"' + replace(replace(r.title, '\\', '\\\\'), '"', '\\"') + '"'
  ) YIELD node AS p
  WITH p, r
  WHERE toLower(trim(p.title)) = toLower(r.title)
  RETURN collect(DISTINCT p.id) AS found
}
WITH r, found WHERE size(found) = 1
RETURN r.key AS key, found[0] AS paper_id ORDER BY key
