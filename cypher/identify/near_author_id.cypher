// Stored ids of authors that end with a bare id, and those that begin like some texts.
//
// mode:    read
// params:  bare, starts, limit = 20
// returns: author_id, is_ending
//
// At most $limit ids are told for each text.

CALL () {
  MATCH (n:Author)
  WHERE n.id ENDS WITH ':' + $bare
  RETURN n.id AS author_id, true AS is_ending
  ORDER BY author_id LIMIT $limit
  UNION
  UNWIND $starts AS start
  CALL (start) {
    MATCH (n:Author)
    WHERE n.id STARTS WITH start AND NOT n.id ENDS WITH ':' + $bare
    RETURN n.id AS author_id
    ORDER BY author_id LIMIT $limit
  }
  RETURN author_id, false AS is_ending
}
RETURN author_id, is_ending
ORDER BY is_ending DESC, author_id
