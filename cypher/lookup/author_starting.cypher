// Authors with all words of a text in their name or in a printed one, the last perhaps not whole.
//
// mode:    read
// params:  name, before = null, limit = 10
// returns: author_id, name, papers
//
// Searched literally, as in lookup/title, where the reasons stand. Those with most papers first, of
// the 1,000 best matches of the index, which has one name of each; of those that hold some of
// several words or begin so, 1,000 more are found by any name that a paper prints. As of a day it is
// all matches, since later authors may be among the best; the name is the smallest on the papers
// before it, and where the present name, which is searched, is another, a word of it begins with a
// word of the text.

WITH [word IN split(toLower(trim($name)), ' ')[..200] WHERE word <> ''] AS given
WHERE size(given) > 0
WITH given, [word IN given + [word IN given | left(word, 1)] | reduce(safe = word,
  sign IN split('\\+-!():^[]"{}~*?|&/<>=', '') | replace(safe, sign, '\\' + sign))] AS words
CALL (given, words) {
  CALL db.index.fulltext.queryNodes('author_text',
    reduce(query = '', word IN words[..size(given)] | query + ' +' + word) + '*',
    CASE WHEN $before IS NULL THEN {limit: 1000} ELSE {} END)
    YIELD node
  RETURN node AS a, true AS is_in_name
  UNION
  WITH given, words WHERE size(given) > 1
  CALL db.index.fulltext.queryNodes('author_text',
    reduce(query = words[size(given) - 1] + '*', word IN words | query + ' ' + word),
    CASE WHEN $before IS NULL THEN {limit: 1000} ELSE {} END)
    YIELD node
  RETURN node AS a, false AS is_in_name
}
WITH given, a, max(is_in_name) AS is_in_name
CALL (a) {
  MATCH (a)-[w:AUTHORED]->(:Paper) WHERE $before IS NULL OR w.date < date($before)
  RETURN min(w.name + '') AS earlier, count(*) AS papers,
         collect(DISTINCT toLower(w.name)) AS printed
}
WITH *, CASE WHEN $before IS NULL THEN a.name ELSE earlier END AS name,
     [one IN printed | split(reduce(plain = one,
       sign IN ['-', '.', ','] | replace(plain, sign, ' ')), ' ')] AS printed
WHERE is_in_name AND (name = a.name
   OR any(word IN given
          WHERE any(own IN split(replace(replace(toLower(name), '-', ' '), '.', ' '), ' ')
                    WHERE own STARTS WITH word)))
   OR any(own IN printed
          WHERE all(word IN given[..-1] WHERE word IN own)
            AND any(one IN own WHERE one STARTS WITH given[-1]))
RETURN a.id AS author_id, name, papers
ORDER BY papers DESC, author_id
LIMIT $limit
