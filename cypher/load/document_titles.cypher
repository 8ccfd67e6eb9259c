// Papers with exactly these titles, whatever their case: all of which a record has one.
//
// mode:    read
// params:  rows
// returns: key, papers
//
// A full-text index finds the title as a phrase, in which only the quote and the backslash mean
// something; the comparison then makes it exact.

UNWIND $rows AS r
WITH r, toLower(trim(r.title)) AS title,
     replace(replace(r.title, '\\', '\\\\'), '"', '\\"') AS quoted
CALL (title, quoted) {
  CALL db.index.fulltext.queryNodes('paper_text', 'title:"' + quoted + '"') YIELD node AS p
  WITH p, title WHERE toLower(trim(p.title)) = title
  RETURN p.id AS paper_id
  UNION
  CALL db.index.fulltext.queryNodes('spare_record_title', 'title:"' + quoted + '"') YIELD node AS s
  WITH s, title WHERE toLower(trim(s.title)) = title
  RETURN s.owner AS paper_id
}
WITH r, title, paper_id ORDER BY paper_id
RETURN r.key AS key, collect([paper_id, ['title ' + title]]) AS papers ORDER BY key
