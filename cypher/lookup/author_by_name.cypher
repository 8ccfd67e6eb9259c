// Authors whose name holds words of a text, the best match first.
//
// mode:    read
// params:  name, fuzzy = false, limit = 10
// returns: author_id, name, papers, score
//
// Searched literally, as in lookup/title, where the reasons stand.

WITH toLower(trim($name)) AS given
WITH reduce(
  words = '', word IN split(given, ' ')[..200] | words + ' ' +
  reduce(safe = word, sign IN split('\\+-!():^[]"{}~*?|&/<>=', '') |
    replace(safe, sign, '\\' + sign)) + CASE WHEN $fuzzy AND word <> '' THEN '~' ELSE '' END
) AS words
WHERE trim(words) <> ''
CALL db.index.fulltext.queryNodes('author_text', words) YIELD node AS a, score
RETURN a.id AS author_id, a.name AS name, COUNT { (a)-[:AUTHORED]->(:Paper) } AS papers, score
ORDER BY score DESC, papers DESC, author_id
LIMIT $limit
