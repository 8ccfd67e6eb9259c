// The pathway of a contribution: what enabled it, why, and the papers that provided that.
//
// mode:    read
// params:  contribution_id: text, before: day = null
// returns: position, text, roles, rationale, paper_ids, unknown_papers
//
// The paper that is named first is the one that the pathway calls canonical, where there is one.
// Papers that are not dated before $before are as unknown as those without a record. Several
// records of one paper count once, and none of the paper whose contribution it is.

MATCH (c:Contribution {id: $contribution_id})-[r:ENABLED_BY]->(e:Contribution)
WHERE $before IS NULL OR r.date < date($before)
CALL (c, e) {
  OPTIONAL MATCH (e)-[g:GROUNDED_IN]->(p:Paper) WHERE NOT EXISTS { (p)-[:CONTRIBUTES]->(c) }
  WITH p, collect(g.is_canonical) AS canonical ORDER BY true IN canonical DESC, p.id
  WITH p.id AS id, $before IS NULL OR coalesce(p.date < date($before), false) AS is_there
  RETURN collect(CASE WHEN is_there THEN id END) AS paper_ids,
         collect(CASE WHEN NOT is_there THEN id END) AS later
}
CALL (e, later) {
  UNWIND coalesce(e.unknown_papers, []) + later AS one
  WITH one ORDER BY one
  RETURN collect(one) AS unknown_papers
}
RETURN r.position AS position, e.text AS text, r.roles AS roles, r.rationale AS rationale,
       paper_ids, unknown_papers
ORDER BY position
