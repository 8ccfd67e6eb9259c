// Most disruptive papers of a field by the index without n_k and without a time window.
//
// mode:    read
// params:  name: text, texts = [], min_references = 5, min_citations = 10, before: day = null, since = null, until = null, limit = 20
// folded:  name
// years:   since, until
// returns: paper_id, title, date, n_i, n_j, di
// source:  Bornmann et al. (2020), doi:10.1162/qss_a_00068
// searches: abstracts
//
// The field is a venue, community or research field of that name, and all papers whose title or
// abstract holds every word of one of $texts; longer words there may go on (pars finds parsing).
// They are found by every name that a paper prints, as of a day by those printed before it; later
// communities do not exist.
// n_i counts later papers that cite the paper and none of its earlier references, n_j those that
// cite both. Few citations make extreme values, hence $min_citations later citing papers.

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
WITH p, [(p)-[:CITES]->(r:Paper) WHERE r.date < p.date | r] AS references
WHERE size(references) >= $min_references
CALL (p, references) {
  MATCH (p)<-[c:CITES]-(later:Paper)
  WHERE c.date > p.date AND ($before IS NULL OR c.date < date($before))
  WITH EXISTS { (later)-[:CITES]->(r) WHERE r IN references } AS cites_both
  RETURN count(CASE WHEN cites_both THEN null ELSE 1 END) AS n_i,
         count(CASE WHEN cites_both THEN 1 END) AS n_j
}
WITH p, n_i, n_j
WHERE n_i + n_j >= $min_citations AND n_i + n_j > 0
RETURN p.id AS paper_id, p.title AS title, p.date AS date, n_i, n_j,
       toFloat(n_i - n_j) / (n_i + n_j) AS di
ORDER BY di DESC, n_i + n_j DESC, paper_id
LIMIT $limit
