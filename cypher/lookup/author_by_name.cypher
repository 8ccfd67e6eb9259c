// Authors of whom a record prints a name with words of a text, the best match first.
//
// mode:    read
// params:  name, fuzzy = false, before = null, limit = 10
// returns: author_id, name, papers, score, form, is_whole
//
// Case, accents, apostrophes and the like do not matter, as for graph/printed_names.py. Whose whole
// printed name the text is comes first. An author is called by the name printed most often. As of a
// day only what was printed before it is found, and the score is the number of words in it; else
// the 1,000 best matches of the index are looked at. A word is like another if fuzzy where it begins
// with all but the last two letters of it. form is the name, printed most often, that the text holds
// or whose words hold the text; null where there is none.

WITH split('\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u030f\u0311\u031b\u0323\u0326\u0327\u0328\u0331\u2018\u2019\u02bc\'`', '') AS marks,
     split(' -.,;:()[]{}"/&+_*?!~^|<>=@#%\\', '') AS breaks,
     [['ø', 'o'], ['ł', 'l'], ['ß', 'ss'], ['æ', 'ae'], ['œ', 'oe'], ['đ', 'd'], ['ı', 'i']] AS letters,
     [['ä', 'ae'], ['ö', 'oe'], ['ü', 'ue'], ['ø', 'oe'], ['å', 'aa']] AS german
WITH *, [word IN split(reduce(plain = '', part IN split(normalize(reduce(one = toLower($name),
       pair IN letters | replace(one, pair[0], pair[1])), NFKD), marks) | plain + part), breaks)
     WHERE word <> ''][..200] AS given
WHERE size(given) > 0
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
CALL (forms, marks, breaks, letters, german) {
  UNWIND forms AS form
  UNWIND [toLower(form), reduce(one = toLower(form), pair IN german | replace(one, pair[0], pair[1])),
          reduce(one = toLower(form), sign IN ['\'', '\u2019'] | replace(one, sign, ' '))] AS spelled
  WITH DISTINCT form, [word IN split(reduce(plain = '', part IN split(normalize(reduce(one = spelled,
    pair IN letters | replace(one, pair[0], pair[1])), NFKD), marks) | plain + part), breaks)
    WHERE word <> ''] AS own
  RETURN collect({form: form, own: own}) AS printed
}
WITH *, size([word IN given WHERE any(one IN printed WHERE any(other IN one.own
  WHERE other = word OR $fuzzy AND size(word) > 3 AND other STARTS WITH left(word, size(word) - 2)))]) AS held,
  [one IN printed WHERE all(word IN one.own WHERE word IN given)
    OR all(word IN given WHERE word IN one.own) | one.form] AS fitting
WHERE $before IS NULL OR held > 0
RETURN a.id AS author_id, CASE WHEN $before IS NULL THEN a.name ELSE forms[0] END AS name,
       papers, CASE WHEN $before IS NULL THEN score ELSE toFloat(held) END AS score,
       fitting[0] AS form, any(one IN printed WHERE one.own = given) AS is_whole
ORDER BY is_whole DESC, score DESC, papers DESC, author_id
LIMIT $limit
