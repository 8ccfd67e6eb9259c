// Those of some stored ids that name a venue.
//
// mode:    read
// params:  ids
// returns: venue_id

UNWIND $ids AS id
MATCH (n:Venue {id: id})
RETURN DISTINCT n.id AS venue_id
ORDER BY venue_id
