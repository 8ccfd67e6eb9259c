// Stored ids of venues that end with a bare id, and those that begin like some texts.
//
// mode:    read
// params:  bare, starts, limit = 20
// returns: venue_id, is_ending
//
// At most $limit ids are told for each text.

CALL () {
  MATCH (n:Venue)
  WHERE n.id ENDS WITH ':' + $bare
  RETURN n.id AS venue_id, true AS is_ending
  ORDER BY venue_id LIMIT $limit
  UNION
  UNWIND $starts AS start
  CALL (start) {
    MATCH (n:Venue)
    WHERE n.id STARTS WITH start AND NOT n.id ENDS WITH ':' + $bare
    RETURN n.id AS venue_id
    ORDER BY venue_id LIMIT $limit
  }
  RETURN venue_id, false AS is_ending
}
RETURN venue_id, is_ending
ORDER BY is_ending DESC, venue_id
