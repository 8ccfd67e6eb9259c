// Authors whose name holds words of a text, the best match first.
//
// mode:    read
// params:  name, fuzzy = false, before = null, limit = 10
// returns: author_id, name, papers, score
//
// Searched literally, as in lookup/title, where the reasons stand. As of a day the name is the smallest
// on the papers before it; where the present name, which is searched, is another, a word of it begins
// with a word of the text, or with all but the last two letters of one if fuzzy.

WITH toLower(trim($name)) AS given
WITH CASE WHEN $before IS NULL THEN reduce(
  words = '', word IN split(given, ' ')[..200] | words + ' ' +
  reduce(safe = word, sign IN split('\\+-!():^[]"{}~*?|&/<>=', '') |
    replace(safe, sign, '\\' + sign)) + CASE WHEN $fuzzy AND word <> '' THEN '~' ELSE '' END
) ELSE reduce(
  words = '', word IN [one IN split(reduce(plain = given,
    sign IN split('\\+-!():^[]"{}~*?|&/<>=,;@#%', '') | replace(plain, sign, ' ')), ' ') |
    btrim(one, ".'")][..200] | words +
  CASE WHEN word = '' THEN '' ELSE ' /' + word + '/' END +
  CASE WHEN $fuzzy AND word <> '' THEN ' ' + word + '~^0' ELSE '' END
) END AS words, split(given, ' ') AS given
WHERE trim(words) <> ''
CALL db.index.fulltext.queryNodes('author_text', words) YIELD node AS a, score
CALL (a) {
  MATCH (a)-[w:AUTHORED]->(:Paper) WHERE w.date < date($before)
  RETURN min(w.name + '') AS earlier, count(*) AS until
}
WITH *, CASE WHEN $before IS NULL THEN a.name ELSE earlier END AS name
WHERE name = a.name
   OR any(word IN given WHERE word <> ''
      AND any(own IN split(replace(replace(toLower(name), '-', ' '), '.', ' '), ' ')
              WHERE own STARTS WITH CASE WHEN $fuzzy AND size(word) > 3
                                         THEN left(word, size(word) - 2) ELSE word END))
RETURN a.id AS author_id, name,
       CASE WHEN $before IS NULL THEN COUNT { (a)-[:AUTHORED]->(:Paper) } ELSE until END AS papers,
       score
ORDER BY score DESC, papers DESC, author_id
LIMIT $limit
