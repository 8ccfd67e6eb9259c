// Stored ids of papers that end with a bare id, and those that begin like some texts.
//
// mode:    read
// params:  bare, starts, limit = 20
// returns: paper_id, is_ending
//
// At most $limit ids are told for each text.

CALL () {
  MATCH (n:Paper)
  WHERE n.id ENDS WITH ':' + $bare
  RETURN n.id AS paper_id, true AS is_ending
  ORDER BY paper_id LIMIT $limit
  UNION
  UNWIND $starts AS start
  CALL (start) {
    MATCH (n:Paper)
    WHERE n.id STARTS WITH start AND NOT n.id ENDS WITH ':' + $bare
    RETURN n.id AS paper_id
    ORDER BY paper_id LIMIT $limit
  }
  RETURN paper_id, false AS is_ending
}
RETURN paper_id, is_ending
ORDER BY is_ending DESC, paper_id
