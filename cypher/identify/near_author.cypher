// Authors whose stored id begins with one of some texts or ends with one of others.
//
// mode:    read
// params:  starts, ends, limit = 2000, before: day = null
// returns: id, name, papers

CALL () {
  UNWIND $starts AS start
  MATCH (n:Author) WHERE n.id STARTS WITH start RETURN n ORDER BY n.id LIMIT $limit
  UNION
  MATCH (n:Author) WHERE any(end IN $ends WHERE n.id ENDS WITH end) RETURN n ORDER BY n.id LIMIT $limit
}
CALL (n) {
  MATCH (n)-[w:AUTHORED]->(:Paper) WHERE $before IS NULL OR w.date < date($before)
  WITH w.name AS form, count(*) AS times ORDER BY times DESC, size(form) DESC, form + ''
  RETURN collect(form)[0] AS earlier, sum(times) AS papers
}
WITH * WHERE $before IS NULL OR papers > 0
RETURN n.id AS id, CASE WHEN $before IS NULL THEN n.name ELSE earlier END AS name, papers
ORDER BY id
