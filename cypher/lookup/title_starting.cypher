// Papers whose title holds all words of a text, the last of them perhaps not yet written out.
//
// mode:    read
// params:  text: text, before: day = null, limit = 10
// bigrams: text
// returns: paper_id, title, date, citations
//
// Searched literally, as in lookup/title, where the reasons stand. Most cited first, of the 1,000
// best matches of the index; as of a day, of all, since later papers may be among the best.

WITH [word IN split(toLower(trim($text)), ' ')[..200] WHERE word <> '' |
  CASE WHEN word =~ '[\u2e80-\uffff]+' THEN '"' + word + '"' ELSE reduce(safe = word,
  sign IN split('\\+-!():^[]"{}~*?|&/<>=', '') | replace(safe, sign, '\\' + sign)) END] AS words
WHERE size(words) > 0
CALL db.index.fulltext.queryNodes('paper_text',
  reduce(query = '', word IN words[..-1] | query + ' +(title:' + word + ' spellings:' + word + ')')
    + ' +('
    + reduce(last = '', part IN ['title:', 'spellings:'] | last + ' ' + part + words[-1] +
      CASE WHEN words[-1] STARTS WITH '"' THEN '' ELSE '*' END) + ')',
  CASE WHEN $before IS NULL THEN {limit: 1000} ELSE {} END)
  YIELD node AS p
WITH p
WHERE $before IS NULL OR p.date < date($before)
RETURN p.id AS paper_id, p.title AS title, p.date AS date,
       COUNT {
         (p)<-[c:CITES]-(:Paper) WHERE $before IS NULL OR c.date < date($before)
       } AS citations
ORDER BY citations DESC, paper_id
LIMIT $limit
