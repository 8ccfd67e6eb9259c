// Contributions of a paper, with how much enabled each.
//
// mode:    read
// params:  paper_id: paper, before: day = null
// returns: contribution_id, kind, text, date, enabling

MATCH (:Paper {id: $paper_id})-[r:CONTRIBUTES]->(c:Contribution)
WHERE $before IS NULL OR r.date < date($before)
RETURN c.id AS contribution_id, c.kind AS kind, c.text AS text, c.date AS date,
       COUNT { (c)-[:ENABLED_BY]->(:Contribution) } AS enabling
ORDER BY date, contribution_id
