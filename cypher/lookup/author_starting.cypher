// Authors whose name holds all words of a text, the last of them perhaps not yet written out.
//
// mode:    read
// params:  name, before = null, limit = 10
// returns: author_id, name, papers
//
// Searched literally, as in lookup/title, where the reasons stand. Those with most papers first, of
// the 1,000 best matches of the index. As of a day the name is the smallest on the papers before it;
// where the present name, which is searched, is another, a word of it begins with a word of the text.

WITH [word IN split(toLower(trim($name)), ' ')[..200] WHERE word <> ''] AS given
WITH given, [word IN given | '+' + reduce(safe = word,
  sign IN split('\\+-!():^[]"{}~*?|&/<>=', '') | replace(safe, sign, '\\' + sign))] AS words
WHERE size(words) > 0
CALL db.index.fulltext.queryNodes('author_text',
  reduce(query = '', word IN words | query + ' ' + word) + '*', {limit: 1000})
  YIELD node AS a
CALL (a) {
  MATCH (a)-[w:AUTHORED]->(:Paper) WHERE $before IS NULL OR w.date < date($before)
  RETURN min(w.name + '') AS earlier, count(*) AS papers
}
WITH *, CASE WHEN $before IS NULL THEN a.name ELSE earlier END AS name
WHERE name = a.name
   OR any(word IN given
          WHERE any(own IN split(replace(replace(toLower(name), '-', ' '), '.', ' '), ' ')
                    WHERE own STARTS WITH word))
RETURN a.id AS author_id, name, papers
ORDER BY papers DESC, author_id
LIMIT $limit
