// Authors with all words of a text in a name that a record prints, the last perhaps not whole.
//
// mode:    read
// params:  name, before = null, limit = 10
// returns: author_id, name, papers
//
// Searched as in lookup/author_by_name. Those of whose names it is the whole first, then those with
// most papers, of the 1,000 best matches of
// the index; as of a day of all matches, since later authors may be among the best.

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
    reduce(words = '', word IN given | words + ' +' + word) + '*',
    CASE WHEN $before IS NULL THEN {limit: 1000} ELSE {} END)
    YIELD node
  RETURN node AS a
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
WITH *
WHERE any(one IN printed WHERE all(word IN given[..-1] WHERE word IN one.own)
      AND any(other IN one.own WHERE other STARTS WITH given[-1]))
RETURN a.id AS author_id, CASE WHEN $before IS NULL THEN a.name ELSE forms[0] END AS name, papers
ORDER BY any(one IN printed WHERE one.own = given) DESC, papers DESC, author_id
LIMIT $limit
