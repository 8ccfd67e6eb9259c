// Some papers with what a list or a bibliography says of them, in the order of their ids.
//
// mode:    read
// params:  paper_ids: papers, before: day = null
// returns: paper_id, title, date, date_precision, first_date, type, venue, doi, authors, references, citations
//
// Papers that do not exist before $before are left out. Authors and venue are called as the paper
// calls them; type is what their source states, such as preprint.

UNWIND $paper_ids AS id
WITH DISTINCT id
MATCH (p:Paper {id: id})
WHERE $before IS NULL OR p.date < date($before)
RETURN p.id AS paper_id, p.title AS title, p.date AS date, p.date_precision AS date_precision,
       CASE
         WHEN p.date_precision = 'period' THEN properties(p).first_date
         WHEN p.date IS NOT NULL THEN date.truncate(p.date_precision, p.date)
       END AS first_date,
       p.type AS type,
       COLLECT { MATCH (p)-[r:PUBLISHED_IN]->(v:Venue) RETURN r.name ORDER BY v.id }[0] AS venue,
       p.doi AS doi,
       COLLECT {
         MATCH (a:Author)-[w:AUTHORED]->(p) RETURN w.name ORDER BY w.position, a.id
       } AS authors,
       COUNT {
         (p)-[:CITES]->(r:Paper) WHERE $before IS NULL OR r.date < date($before)
       } AS references,
       COUNT {
         (p)<-[c:CITES]-(:Paper) WHERE $before IS NULL OR c.date < date($before)
       } AS citations
ORDER BY paper_id
