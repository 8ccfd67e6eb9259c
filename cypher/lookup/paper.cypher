// One paper with its authors, venue and numbers of references and citations.
//
// mode:    read
// params:  paper_id: paper, before: day = null
// returns: paper_id, title, abstract, date, date_precision, first_date, date_reason, venue_id, venue, authors, references, citations
// texts:   abstract
//
// References to works without a record are not counted; count them with ego/unknown_references.
// Authors and venue are called as the paper calls them. Few graphs have a first date and a reason,
// and the server would warn of properties that no paper has.

MATCH (p:Paper {id: $paper_id})
WHERE $before IS NULL OR p.date < date($before)
RETURN p.id AS paper_id, p.title AS title, p.abstract AS abstract, p.date AS date,
       p.date_precision AS date_precision,
       CASE
         WHEN p.date_precision = 'period' THEN properties(p).first_date
         WHEN p.date IS NOT NULL THEN date.truncate(p.date_precision, p.date)
       END AS first_date,
       properties(p).date_reason AS date_reason,
       COLLECT { MATCH (p)-[:PUBLISHED_IN]->(v:Venue) RETURN v.id ORDER BY v.id }[0] AS venue_id,
       COLLECT { MATCH (p)-[r:PUBLISHED_IN]->(v:Venue) RETURN r.name ORDER BY v.id }[0] AS venue,
       COLLECT {
         MATCH (a:Author)-[w:AUTHORED]->(p)
         RETURN {author_id: a.id, name: w.name} ORDER BY w.position, a.id
       } AS authors,
       COUNT {
         (p)-[:CITES]->(r:Paper) WHERE $before IS NULL OR r.date < date($before)
       } AS references,
       COUNT {
         (p)<-[c:CITES]-(:Paper) WHERE $before IS NULL OR c.date < date($before)
       } AS citations
ORDER BY paper_id
