// Whether a paper cites another, since when, and how often its text mentions it.
//
// mode:    read
// params:  citing_id: paper, cited_id: paper, before: day = null
// returns: citing_id, cited_id, is_citation, date, mentions

UNWIND [[$citing_id, $cited_id]] AS pair
MATCH (a:Paper {id: pair[0]}) WHERE $before IS NULL OR a.date < date($before)
CALL (pair) {
  MATCH (b:Paper {id: pair[1]}) WHERE $before IS NULL OR b.date < date($before)
  RETURN b
}
CALL (a, b) {
  OPTIONAL MATCH (a)-[c:CITES]->(b)
  RETURN count(c) > 0 AS is_citation, min(c.date) AS date
}
RETURN a.id AS citing_id, b.id AS cited_id, is_citation, date,
       COUNT {
         (a)-[:HAS_PARAGRAPH]->(:Paragraph)-[m:MENTIONS]->(b)
       } AS mentions
ORDER BY citing_id, cited_id
