// How many papers have each of some words in their title, and of how many papers.
//
// mode:    read
// params:  words, most = 100000
// returns: word, papers, of
//
// Words are of letters and digits only. Counting stops at $most.

CALL () {
  MATCH (p:Paper) RETURN count(p) AS of
}
UNWIND $words AS word
CALL (word) {
  CALL db.index.fulltext.queryNodes('paper_text', 'title:"' + word + '"', {limit: $most})
  YIELD node
  RETURN count(node) AS papers
}
RETURN word, papers, of
ORDER BY word
