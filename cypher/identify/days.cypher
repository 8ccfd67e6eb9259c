// The first dated paper, then some papers, with their dates.
//
// mode:    read
// params:  ids
// returns: id, date, is_first

CALL () {
  MATCH (p:Paper) WHERE p.date IS NOT NULL
  RETURN p, true AS is_first ORDER BY p.date, p.id LIMIT 1
  UNION
  UNWIND $ids AS id
  MATCH (p:Paper {id: id})
  RETURN p, false AS is_first
}
RETURN p.id AS id, p.date AS date, is_first
ORDER BY is_first DESC, id
