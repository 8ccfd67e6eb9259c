// Papers whose title holds words of a text, the best match first.
//
// mode:    read
// params:  text, fuzzy = false, before = null, limit = 10
// returns: paper_id, title, date, score
//
// The text is searched as it stands: every sign of the index's own query language is escaped,
// and lower case takes the meaning from AND, OR, NOT and TO. At most 200 words count, because
// the index refuses more than 1,024. Scores depend on all papers of the graph, also those after
// $before: order by them, but make no feature of them.

WITH toLower(trim($text)) AS given
WITH reduce(
  words = '', word IN split(given, ' ')[..200] | words + ' ' +
  reduce(safe = word, sign IN split('\\+-!():^[]"{}~*?|&/<>=', '') |
    replace(safe, sign, '\\' + sign)) + CASE WHEN $fuzzy AND word <> '' THEN '~' ELSE '' END
) AS words
WHERE trim(words) <> ''
CALL db.index.fulltext.queryNodes('paper_text', 'title:(' + words + ')') YIELD node AS p, score
WITH p, score
WHERE $before IS NULL OR p.date < date($before)
RETURN p.id AS paper_id, p.title AS title, p.date AS date, score
ORDER BY score DESC, paper_id
LIMIT $limit
