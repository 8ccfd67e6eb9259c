// Contributions with what enabled them and the papers on both sides, all that is dated before.
//
// mode:    read
// params:  before: day
// returns: contribution_id, kind, text, date, paper_id, paper_ref, paper_title, steps
//
// The canonical paper of a step stands first. Steps
// are lists: name, text, contribution, roles, rationale, evidence, papers, unknown papers; papers
// that are not dated before $before are as unknown as those without a record. Several records of
// one paper count once, and none of the paper whose contribution it is.

MATCH (c:Contribution)
WHERE c.paper_ref IS NOT NULL OR c.paper_title IS NOT NULL
WITH c WHERE $before IS NULL OR c.date < date($before)
OPTIONAL MATCH (p:Paper)-[:CONTRIBUTES]->(c)
WHERE $before IS NULL OR p.date < date($before)
WITH c, p ORDER BY p.id
WITH c, head(collect(p.id)) AS paper_id
CALL (c) {
  OPTIONAL MATCH (c)-[r:ENABLED_BY]->(e:Contribution)
  WITH r, e ORDER BY r.position
  CALL (c, e) {
    OPTIONAL MATCH (e)-[g:GROUNDED_IN]->(q:Paper) WHERE NOT EXISTS { (q)-[:CONTRIBUTES]->(c) }
    WITH q, collect(g.is_canonical) AS canonical ORDER BY true IN canonical DESC, q.id
    WITH q.id AS id, $before IS NULL OR coalesce(q.date < date($before), false) AS is_there
    RETURN collect(CASE WHEN is_there THEN id END) AS papers,
           collect(CASE WHEN NOT is_there THEN id END) AS later
  }
  WITH r, e, papers, later WHERE e IS NOT NULL
  CALL (e, later) {
    UNWIND coalesce(e.unknown_papers, []) + later AS one
    WITH one ORDER BY one
    RETURN collect(one) AS unknown
  }
  RETURN collect([e.name, e.text, e.contribution, r.roles, r.rationale, r.evidence, papers,
                  unknown]) AS steps
}
RETURN c.id AS contribution_id, c.kind AS kind, c.text AS text, c.date AS date, paper_id,
       c.paper_ref AS paper_ref, c.paper_title AS paper_title, steps
ORDER BY contribution_id
