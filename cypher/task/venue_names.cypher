// Names of some venues.
//
// mode:    read
// params:  venue_ids
// returns: venue_id, name

UNWIND $venue_ids AS venue_id
MATCH (v:Venue {id: venue_id})
RETURN v.id AS venue_id, coalesce(v.name, v.id) AS name
ORDER BY venue_id
