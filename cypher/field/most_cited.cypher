// Most cited papers of a field.
//
// mode:    read
// params:  name, texts = [], before = null, since = null, until = null, limit = 20
// years:   since, until
// returns: paper_id, title, date, citations
// searches: abstracts
//
// The field is a venue, community or research field of that name, and all papers whose title or
// abstract holds every word of one of $texts; longer words there may go on (pars finds parsing).
// As of a day venues and fields are called what was printed before it, and later communities do
// not exist.

CALL () {
  MATCH (v:Venue)
  WHERE CASE WHEN $before IS NULL THEN toLower(v.name) = toLower($name)
    ELSE EXISTS { (v)<-[r:PUBLISHED_IN]-()
                  WHERE r.date < date($before) AND toLower(r.name) = toLower($name) } END
  MATCH (v)<-[:PUBLISHED_IN]-(p:Paper)
  RETURN p
  UNION
  MATCH (c:Community)
  WHERE toLower(c.name) = toLower($name) AND ($before IS NULL OR c.before <= date($before))
  MATCH (c)<-[:IN_COMMUNITY]-(p:Paper)
  RETURN p
  UNION
  MATCH (f:Field)
  WHERE CASE WHEN $before IS NULL THEN toLower(f.name) = toLower($name)
    ELSE EXISTS { (f)<-[r:IN_FIELD]-()
                  WHERE r.date < date($before) AND toLower(r.name) = toLower($name) } END
  MATCH (f)<-[:IN_FIELD]-(p:Paper)
  RETURN p
  UNION
  UNWIND $texts AS text
  WITH toLower(trim(text)) AS given
  WITH [word IN split(given, ' ') WHERE word <> '' | '+' + reduce(safe = word,
    sign IN split('\\+-!():^[]"{}~*?|&/<>=', '') | replace(safe, sign, '\\' + sign))
    + CASE WHEN size(word) > 4 THEN '*' ELSE '' END] AS words
  WHERE size(words) > 0
  CALL db.index.fulltext.queryNodes('paper_text',
    reduce(query = '', word IN words | query + ' ' + word)) YIELD node AS p
  RETURN p
}
WITH p
WHERE ($before IS NULL OR p.date < date($before))
  AND ($since IS NULL OR p.date.year >= $since)
  AND ($until IS NULL OR p.date.year <= $until)
RETURN p.id AS paper_id, p.title AS title, p.date AS date,
       COUNT {
         (p)<-[c:CITES]-(:Paper) WHERE $before IS NULL OR c.date < date($before)
       } AS citations
ORDER BY citations DESC, paper_id
LIMIT $limit
