// The pathway of a contribution: what enabled it, why, and the papers that provided that.
//
// mode:    read
// params:  contribution_id, before = null
// returns: position, text, roles, rationale, paper_ids, unknown_papers
//
// The paper that is named first is the one that the pathway calls canonical, where there is one.

MATCH (:Contribution {id: $contribution_id})-[r:ENABLED_BY]->(e:Contribution)
WHERE $before IS NULL OR r.date < date($before)
CALL (e) {
  OPTIONAL MATCH (e)-[g:GROUNDED_IN]->(p:Paper)
  WITH g, p ORDER BY g.is_canonical DESC, p.id
  RETURN collect(p.id) AS paper_ids
}
RETURN r.position AS position, e.text AS text, r.roles AS roles, r.rationale AS rationale,
       paper_ids, coalesce(e.unknown_papers, []) AS unknown_papers
ORDER BY position
