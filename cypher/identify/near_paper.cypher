// Papers whose stored id begins with one of some texts or ends with one of others.
//
// mode:    read
// params:  starts, ends, limit = 2000, before: day = null
// returns: id, name, year

CALL () {
  UNWIND $starts AS start
  MATCH (n:Paper)
  WHERE n.id STARTS WITH start AND ($before IS NULL OR n.date < date($before))
  RETURN n ORDER BY n.id LIMIT $limit
  UNION
  MATCH (n:Paper)
  WHERE any(end IN $ends WHERE n.id ENDS WITH end) AND ($before IS NULL OR n.date < date($before))
  RETURN n ORDER BY n.id LIMIT $limit
}
RETURN n.id AS id, n.title AS name, n.date.year AS year
ORDER BY id
