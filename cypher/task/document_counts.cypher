// Papers with the number of documents of some kinds that mention them before a day.
//
// mode:    read
// params:  kinds, before: day
// returns: paper_id, count, read_on
//
// read_on is the last day that is counted. Mentions without a day do not count.

MATCH (a:Artifact)-[r:REFERS_TO {in_record: false}]->(p:Paper)
WHERE a.kind IN $kinds AND r.count IS NULL AND r.date < date($before)
WITH p, count(DISTINCT a) AS count
WHERE p.date < date($before)
RETURN p.id AS paper_id, count, date($before) - duration({days: 1}) AS read_on
ORDER BY paper_id
