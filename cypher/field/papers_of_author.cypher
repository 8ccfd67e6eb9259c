// Papers of an author in a field, in time order.
//
// mode:    read
// params:  author_id: author, name: text, texts = [], before: day = null, since = null, until = null, limit = 100
// folded:  name
// years:   since, until
// returns: paper_id, title, date, citations
// searches: abstracts
//
// The field is a venue, community or research field of that name, and all papers whose title or
// abstract holds every word of one of $texts; longer words there may go on (pars finds parsing).
// They are found by every name that a paper prints, as of a day by those printed before it; later
// communities do not exist.

CALL () {
  MATCH (v:Venue)
  WHERE any(i IN range(0, coalesce(size(v.spellings), 0) - 1)
    WHERE v.spellings[i] CONTAINS '|' + $name + '|' AND ($before IS NULL OR EXISTS {
      (v)<-[r:PUBLISHED_IN]-()
      WHERE r.date < date($before) AND r.name = coalesce(v.names, [v.name])[i] }))
  MATCH (v)<-[:PUBLISHED_IN]-(p:Paper)
  RETURN p
  UNION
  MATCH (c:Community)
  WHERE any(one IN c.spellings WHERE one CONTAINS '|' + $name + '|')
    AND ($before IS NULL OR c.before <= date($before))
  MATCH (c)<-[:IN_COMMUNITY]-(p:Paper)
  RETURN p
  UNION
  MATCH (f:Field)
  WHERE any(i IN range(0, coalesce(size(f.spellings), 0) - 1)
    WHERE f.spellings[i] CONTAINS '|' + $name + '|' AND ($before IS NULL OR EXISTS {
      (f)<-[r:IN_FIELD]-()
      WHERE r.date < date($before) AND r.name = coalesce(f.names, [f.name])[i] }))
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
  AND EXISTS {
    (:Author {id: $author_id})-[w:AUTHORED]->(p) WHERE $before IS NULL OR w.date < date($before)
  }
RETURN p.id AS paper_id, p.title AS title, p.date AS date,
       COUNT {
         (p)<-[c:CITES]-(:Paper) WHERE $before IS NULL OR c.date < date($before)
       } AS citations
ORDER BY date, paper_id
LIMIT $limit
