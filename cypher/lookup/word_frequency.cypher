// How many papers have each of some words in their title, and of how many papers.
//
// mode:    read
// params:  words, before: day = null, most = 100000
// returns: word, papers, of
//
// Words are of letters and digits only. Counting stops at $most.

CALL () {
  MATCH (p:Paper) RETURN count(p) AS whole
}
CALL () {
  MATCH (p:Paper) WHERE p.date < date($before) RETURN count(p) AS past
}
WITH CASE WHEN $before IS NULL THEN whole ELSE past END AS of
UNWIND $words AS word
CALL (word, of) {
  CALL db.index.fulltext.queryNodes('paper_text', 'title:"' + word + '"',
    CASE WHEN $before IS NULL THEN {limit: $most} ELSE {} END) YIELD node
  WHERE $before IS NULL OR node.date < date($before)
  WITH node LIMIT $most
  RETURN count(node) AS papers
}
RETURN word, papers, of
ORDER BY word
