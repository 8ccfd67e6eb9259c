// Most cited papers of a venue.
//
// mode:    read
// params:  venue_id: venue, before: day = null, limit = 50
// returns: paper_id, title, date, citations

MATCH (:Venue {id: $venue_id})<-[:PUBLISHED_IN]-(p:Paper)
WHERE $before IS NULL OR p.date < date($before)
RETURN p.id AS paper_id, p.title AS title, p.date AS date,
       COUNT {
         (p)<-[c:CITES]-(:Paper) WHERE $before IS NULL OR c.date < date($before)
       } AS citations
ORDER BY citations DESC, paper_id
LIMIT $limit
