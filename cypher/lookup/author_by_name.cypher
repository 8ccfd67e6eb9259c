// Authors of whom a record prints a name with words of a text, the best match first.
//
// mode:    read
// params:  name: text, fuzzy = false, before: day = null, limit = 10
// folded:  name
// returns: author_id, name, papers, score, form, is_whole
//
// Case, accents, apostrophes and the like do not matter, as for graph/printed_names.py. Whose whole
// printed name the text is comes first, of several who has most papers. An author is called by the name printed most often. As of a
// day only what was printed before it is found, and the score is the number of words in it; else
// the 1,000 best matches of the index are looked at. A word is like another if fuzzy where it begins
// with all but the last two letters of it. form is the name that the text holds or whose words
// hold the text, that with most words of it, then the one printed most often; null where none does.

WITH split($name, ' ')[..200] AS given
WHERE $name <> ''
CALL (given) {
  CALL db.index.fulltext.queryNodes('author_names',
    reduce(words = '', word IN given | words + ' ' + word + CASE WHEN $fuzzy THEN '~' ELSE '' END),
    CASE WHEN $before IS NULL THEN {limit: 1000} ELSE {} END)
    YIELD node, score
  RETURN node AS a, score
}
CALL (a) {
  MATCH (a)-[w:AUTHORED]->(:Paper) WHERE $before IS NULL OR w.date < date($before)
  WITH w.name AS form, count(*) AS times ORDER BY times DESC, size(form) DESC, form + ''
  RETURN collect(form) AS forms, sum(times) AS papers
}
WITH *, coalesce(a.names, [a.name]) AS names
WITH *, [form IN forms | {form: form, own: [one IN
  split(a.spellings[[i IN range(0, size(names) - 1) WHERE names[i] = form][0]], '|')[1..-1] |
  split(one, ' ')]}] AS printed
WITH *, size([word IN given WHERE any(one IN printed WHERE any(own IN one.own WHERE any(other IN own
  WHERE other = word OR $fuzzy AND size(word) > 3 AND other STARTS WITH left(word, size(word) - 2))))]) AS held,
  [one IN printed WHERE any(own IN one.own WHERE all(word IN own WHERE word IN given)
    OR all(word IN given WHERE word IN own)) |
    [one.form, size([word IN given WHERE any(own IN one.own WHERE word IN own)])]] AS fitting
WHERE $before IS NULL OR held > 0
RETURN a.id AS author_id, CASE WHEN $before IS NULL THEN a.name ELSE forms[0] END AS name,
       papers, CASE WHEN $before IS NULL THEN score ELSE toFloat(held) END AS score,
       reduce(best = null, one IN fitting | CASE WHEN one[1] > coalesce(best[1], -1) THEN one ELSE best END)[0] AS form,
       any(one IN printed WHERE given IN one.own) AS is_whole
ORDER BY is_whole DESC, CASE WHEN is_whole THEN papers END DESC, score DESC, papers DESC, author_id
LIMIT $limit
