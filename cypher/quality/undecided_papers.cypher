// Papers that may have appeared before a day, and are not seen as of it, since their date is coarse.
//
// mode:    read
// params:  before: day, examples = 5
// returns: count, total, examples

MATCH (p:Paper)
WHERE p.date >= date($before)
WITH p, CASE p.date_precision
  WHEN 'period' THEN properties(p).first_date
  ELSE date.truncate(coalesce(p.date_precision, 'day'), p.date)
END AS first_date
WHERE first_date < date($before)
WITH p.id AS id
ORDER BY id
WITH collect(id) AS ids
RETURN size(ids) AS count, COUNT { MATCH (p:Paper) WHERE p.date >= date($before) } AS total,
       ids[..$examples] AS examples
ORDER BY count
