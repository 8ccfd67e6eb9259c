// Papers whose title or abstract holds words of a text, the best match first.
//
// mode:    read
// params:  text: text, fuzzy = false, before: day = null, limit = 10
// bigrams: text
// returns: paper_id, title, date, score
// searches: abstracts
//
// Searched literally, as in lookup/title, where the reasons stand.

WITH toLower(trim($text)) AS given
WITH [word IN split(given, ' ')[..200] WHERE word =~ '[\u2e80-\uffff]+'] AS pairs, CASE WHEN $before IS NULL THEN reduce(
  words = '', word IN split(given, ' ')[..200] | words + ' ' + CASE WHEN word =~ '[\u2e80-\uffff]+' THEN '"' + word + '"'
  ELSE reduce(safe = word, sign IN split('\\+-!():^[]"{}~*?|&/<>=', '') |
    replace(safe, sign, '\\' + sign)) + CASE WHEN $fuzzy AND word <> '' THEN '~' ELSE '' END END
) ELSE reduce(
  words = '', word IN [one IN split(reduce(plain = given,
    sign IN split('\\+-!():^[]"{}~*?|&/<>=,;@#%', '') | replace(plain, sign, ' ')), ' ') |
    btrim(one, ".'")][..200] | words +
  CASE WHEN word = '' THEN '' WHEN word =~ '[\u2e80-\uffff]+' THEN ' "' + word + '"^0' ELSE ' /' + word + '/' END +
  CASE WHEN $fuzzy AND word <> '' AND NOT word =~ '[\u2e80-\uffff]+' THEN ' ' + word + '~^0' ELSE '' END
) END AS words
WHERE trim(words) <> ''
CALL db.index.fulltext.queryNodes('paper_text', words) YIELD node AS p, score
WITH p, CASE WHEN $before IS NULL THEN score
  ELSE score + size([word IN pairs WHERE toLower(p.title + ' ' + coalesce(p.abstract, '')) CONTAINS word]) END AS score
WHERE $before IS NULL OR p.date < date($before)
RETURN p.id AS paper_id, p.title AS title, p.date AS date, score
ORDER BY score DESC, CASE WHEN $before IS NULL THEN 0 ELSE size(title) END, paper_id
LIMIT $limit
