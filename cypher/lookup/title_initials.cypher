// Titles with neighbouring words of some initials, those of the most cited papers first.
//
// mode:    read
// params:  initials, before: day = null, most = 50000, limit = 500
// returns: title
// searches: abstracts
//
// What an abbreviation stands for is among them. Initials are letters only. Looked at are $most papers
// that hold the initials as a word, since these write them out, and $most in order of id, which are
// all of a smaller graph.

CALL () {
  CALL db.index.fulltext.queryNodes('paper_text', $initials) YIELD node AS p
  WHERE $before IS NULL OR p.date < date($before)
  RETURN p ORDER BY p.id LIMIT $most
  UNION
  MATCH (p:Paper) WHERE p.id IS NOT NULL AND ($before IS NULL OR p.date < date($before))
  RETURN p ORDER BY p.id LIMIT $most
}
WITH p, reduce(pattern = '(?is).*', letter IN split($initials, '') |
  pattern + '\\b' + letter + '\\w*\\W+') AS pattern
WHERE p.title + ' ' =~ pattern + '.*'
RETURN p.title AS title
ORDER BY CASE WHEN $before IS NULL THEN COUNT { (p)<-[:CITES]-() }
              ELSE COUNT { (p)<-[c:CITES]-() WHERE c.date < date($before) } END DESC, p.id
LIMIT $limit
