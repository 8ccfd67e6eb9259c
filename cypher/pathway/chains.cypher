// Chains of contributions over several papers: each was enabled by one of the next paper.
//
// mode:    read
// params:  contribution_id: text, before: day = null, limit = 20
// returns: hops, contribution_ids, paper_ids
//
// Steps go back in time, so at most eight are followed; the pathways of one paper meet in it, since
// it is not told which of its contributions was used.

MATCH (first:Contribution {id: $contribution_id})
MATCH (first)
  ((a:Contribution)-[r:ENABLED_BY]->(:Contribution)-[:GROUNDED_IN]->(p:Paper)-[:CONTRIBUTES]->(b:Contribution)
   WHERE $before IS NULL OR (r.date < date($before) AND p.date < date($before)
                             AND b.date < date($before))){1,8}
  (last:Contribution)
WITH DISTINCT [c IN b | c.id] AS contribution_ids, [q IN p | q.id] AS paper_ids
RETURN size(paper_ids) AS hops, contribution_ids, paper_ids
ORDER BY hops DESC, contribution_ids, paper_ids
LIMIT $limit
