// Authors with all words of a text in a name that a record prints, the last perhaps not whole.
//
// mode:    read
// params:  name: text, before: day = null, limit = 10
// folded:  name
// returns: author_id, name, papers, form
//
// Searched as in lookup/author_by_name. Those of whose names it is the whole first, then those with
// most papers, of the 1,000 best matches of the index; as of a day of all matches, since later
// authors may be among the best. form is the name, printed most often, that has the words.

WITH split($name, ' ')[..200] AS given
WHERE $name <> ''
CALL (given) {
  CALL db.index.fulltext.queryNodes('author_names',
    reduce(words = '', word IN given | words + ' +' + word)
      + CASE WHEN given[-1] =~ '[\u2e80-\uffff]+' THEN '' ELSE '*' END,
    CASE WHEN $before IS NULL THEN {limit: 1000} ELSE {} END)
    YIELD node
  RETURN node AS a
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
WITH *, [one IN printed WHERE any(own IN one.own WHERE all(word IN given[..-1] WHERE word IN own)
  AND any(other IN own WHERE other STARTS WITH given[-1])) | one.form] AS fitting
WHERE size(fitting) > 0
RETURN a.id AS author_id, CASE WHEN $before IS NULL THEN a.name ELSE forms[0] END AS name, papers,
       fitting[0] AS form
ORDER BY any(one IN printed WHERE given IN one.own) DESC, papers DESC, author_id
LIMIT $limit
