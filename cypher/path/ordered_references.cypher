// References of some papers that are dated strictly before the paper which cites them.
//
// mode:    read
// params:  paper_ids: papers, since, before: day = null
// returns: paper_id
//
// None is dated before $since: a search for a path back in time needs to look no further.

UNWIND $paper_ids AS id
MATCH (citing:Paper {id: id})-[:CITES]->(cited:Paper)
WHERE ($before IS NULL OR citing.date < date($before))
  AND cited.date < citing.date AND cited.date >= date($since)
RETURN DISTINCT cited.id AS paper_id
ORDER BY paper_id
