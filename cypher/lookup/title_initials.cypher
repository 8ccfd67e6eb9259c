// Titles with neighbouring words of some initials, those of the most cited papers first.
//
// mode:    read
// params:  initials, before = null, most = 50000, limit = 500
// returns: title
//
// What an abbreviation stands for is among them. Initials are letters only. At most $most papers
// are looked at.

CALL () {
  MATCH (p:Paper) WHERE p.title IS NOT NULL AND ($before IS NULL OR p.date < date($before))
  RETURN p LIMIT $most
}
WITH p, reduce(pattern = '(?is).*', letter IN split($initials, '') |
  pattern + '\\b' + letter + '\\w*\\W+') AS pattern
WHERE p.title + ' ' =~ pattern + '.*'
RETURN p.title AS title
ORDER BY COUNT { (p)<-[:CITES]-() } DESC, p.id
LIMIT $limit
