// Papers that enabled several contributions, the most frequent first.
//
// mode:    read
// params:  before: day = null, at_least = 2, limit = 20
// returns: paper_id, title, contributions, papers, roles

MATCH (p:Paper)<-[g:GROUNDED_IN]-(e:Contribution)<-[r:ENABLED_BY]-(c:Contribution)
WHERE $before IS NULL OR (g.date < date($before) AND p.date < date($before))
OPTIONAL MATCH (c)<-[:CONTRIBUTES]-(made:Paper)
WHERE $before IS NULL OR made.date < date($before)
WITH p, count(DISTINCT c) AS contributions, count(DISTINCT made) AS papers,
     collect(r.roles) AS listed
WHERE contributions >= $at_least
CALL (listed) {
  UNWIND listed AS some
  UNWIND some AS role
  WITH DISTINCT role ORDER BY role
  RETURN collect(role) AS roles
}
RETURN p.id AS paper_id, p.title AS title, contributions, papers, roles
ORDER BY contributions DESC, papers DESC, paper_id
LIMIT $limit
