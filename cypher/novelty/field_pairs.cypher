// Pairs of fields that a paper cites together, with their number in all papers of its year.
//
// mode:    read
// params:  paper_id: paper, level = "field", before: day = null
// values:  level = domain | field | subfield | topic
// returns: field_id, other_field_id, times, year_count
// source:  Uzzi et al. (2013), doi:10.1126/science.1240474, the counts of observed pairs
//
// As novelty/pairs, with the main field of each reference at a level (domain, field, subfield or
// topic) in place of its venue. References without one make no pair. The z-scores need the null
// model: see `scinet indicators novelty-pairs --item field`.

MATCH (f:Paper {id: $paper_id})
WHERE f.date IS NOT NULL AND ($before IS NULL OR f.date < date($before))
CALL (f) {
  MATCH (f)-[:CITES]->(r:Paper)
  WHERE r.date < f.date
  WITH COLLECT { MATCH (r)-[:IN_FIELD {is_primary: true, level: $level}]->(g:Field)
                 RETURN g.id ORDER BY g.id LIMIT 1 }[0] AS field
  WHERE field IS NOT NULL
  WITH field, count(*) AS slots
  ORDER BY field
  RETURN collect({field: field, slots: slots}) AS own
}
WITH f, own, [o IN own | o.field] AS fields,
     date({year: f.date.year}) AS first, date({year: f.date.year, month: 12, day: 31}) AS last
CALL (fields, first, last) {
  MATCH (x:Paper)
  WHERE x.date >= first AND x.date <= last AND ($before IS NULL OR x.date < date($before))
  MATCH (x)-[:CITES]->(r:Paper)
  WHERE r.date < x.date
  WITH x, fields,
       COLLECT { MATCH (r)-[:IN_FIELD {is_primary: true, level: $level}]->(g:Field)
                 RETURN g.id ORDER BY g.id LIMIT 1 }[0] AS field
  WHERE field IN fields
  WITH x, field, count(*) AS slots
  ORDER BY field
  WITH x, collect({field: field, slots: slots}) AS held
  UNWIND held AS a
  UNWIND held AS b
  WITH a, b WHERE a.field <= b.field
  RETURN a.field AS one, b.field AS other,
         sum(CASE WHEN a.field = b.field THEN a.slots * (a.slots - 1) / 2
                  ELSE a.slots * b.slots END) AS year_count
}
WITH own, one, other, year_count,
     head([o IN own WHERE o.field = one | o.slots]) AS a,
     head([o IN own WHERE o.field = other | o.slots]) AS b
WITH one, other, year_count, CASE WHEN one = other THEN a * (a - 1) / 2 ELSE a * b END AS times
WHERE times > 0
RETURN one AS field_id, other AS other_field_id, times, year_count
ORDER BY year_count, field_id, other_field_id
