// Authors whose stored id is the one given, else ends with it, or who have it as their ORCID, or to whom a map of authors gave its papers.
//
// mode:    read
// params:  id, before: day = null
// returns: id, name, papers

OPTIONAL MATCH (stored:Author {id: $id})
WHERE $before IS NULL OR EXISTS { (stored)-[w:AUTHORED]->(:Paper) WHERE w.date < date($before) }
CALL (stored) {
  MATCH (n:Author) WHERE n = stored RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Author) WHERE n.id ENDS WITH ':' + $id RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Author {orcid: $id})
  WHERE $before IS NULL
    OR EXISTS { (n)-[w:AUTHORED {orcid: $id}]->(:Paper) WHERE w.date < date($before) }
  RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Author)-[w:AUTHORED]->(:Paper)
  WHERE w.given_ids CONTAINS $id AND ($before IS NULL OR w.date < date($before))
    AND any(one IN split(w.given_ids, '\t') WHERE one = $id OR one ENDS WITH ':' + $id)
  RETURN n
}
CALL (n) {
  MATCH (n)-[w:AUTHORED]->(:Paper) WHERE $before IS NULL OR w.date < date($before)
  WITH w.name AS form, count(*) AS times ORDER BY times DESC, size(form) DESC, form + ''
  RETURN collect(form)[0] AS earlier, sum(times) AS papers
}
WITH * WHERE $before IS NULL OR papers > 0
RETURN n.id AS id, CASE WHEN $before IS NULL THEN n.name ELSE earlier END AS name, papers
ORDER BY papers DESC, id
