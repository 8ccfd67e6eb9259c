// Papers with exactly these titles, whatever their case: all that have one.
//
// mode:    read
// params:  rows
// returns: key, paper_ids
//
// The full-text index finds the title as a phrase, in which only the quote and the backslash mean
// something; the comparison then makes it exact.

UNWIND $rows AS r
CALL (r) {
  CALL db.index.fulltext.queryNodes(
    'paper_text', 'title:"' + replace(replace(r.title, '\\', '\\\\'), '"', '\\"') + '"'
  ) YIELD node AS p
  WITH p, r
  WHERE toLower(trim(p.title)) = toLower(trim(r.title))
  RETURN DISTINCT p.id AS paper_id
}
WITH r, paper_id ORDER BY paper_id
RETURN r.key AS key, collect(paper_id) AS paper_ids ORDER BY key
