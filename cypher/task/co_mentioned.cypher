// Papers named beside some papers in one paragraph, with the number of papers that do so.
//
// mode:    read
// params:  paper_ids: papers, before: day
// returns: paper_id, other_id, papers, paragraph_ids
//
// Both papers and the naming one are dated before $before.

UNWIND $paper_ids AS paper_id
MATCH (x:Paper {id: paper_id})-[m:CO_MENTIONED]-(other:Paper)
WHERE m.date < date($before) AND x.date < date($before) AND other.date < date($before)
WITH x, other, m ORDER BY m.citing_id
WITH x, other, collect(m) AS mentions
RETURN x.id AS paper_id, other.id AS other_id, size(mentions) AS papers,
       reduce(ids = [], m IN mentions | ids + m.paragraph_ids) AS paragraph_ids
ORDER BY paper_id, papers DESC, other_id
