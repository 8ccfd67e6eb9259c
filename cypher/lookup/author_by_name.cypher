// Authors whose name holds words of a text, the best match first.
//
// mode:    read
// params:  name, fuzzy = false, before = null, limit = 10
// returns: author_id, name, papers, score
//
// Searched literally, as in lookup/title, where the reasons stand. As of a day the name is the smallest
// on the papers before it, and holds a word of the text where the present name, which is searched, is
// another.

WITH toLower(trim($name)) AS given
WITH reduce(
  words = '', word IN split(given, ' ')[..200] | words + ' ' +
  reduce(safe = word, sign IN split('\\+-!():^[]"{}~*?|&/<>=', '') |
    replace(safe, sign, '\\' + sign)) + CASE WHEN $fuzzy AND word <> '' THEN '~' ELSE '' END
) AS words, split(given, ' ') AS given
WHERE trim(words) <> ''
CALL db.index.fulltext.queryNodes('author_text', words) YIELD node AS a, score
CALL (a) {
  MATCH (a)-[w:AUTHORED]->(:Paper) WHERE w.date < date($before)
  RETURN min(w.name + '') AS earlier, count(*) AS until
}
WITH *, CASE WHEN $before IS NULL THEN a.name ELSE earlier END AS name
WHERE name = a.name OR $fuzzy AND name IS NOT NULL
   OR any(word IN given WHERE word <> '' AND toLower(name) CONTAINS word)
RETURN a.id AS author_id, name,
       CASE WHEN $before IS NULL THEN COUNT { (a)-[:AUTHORED]->(:Paper) } ELSE until END AS papers,
       score
ORDER BY score DESC, papers DESC, author_id
LIMIT $limit
