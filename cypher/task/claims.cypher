// Claims of some papers, of one origin where that is named.
//
// mode:    read
// params:  paper_ids: papers, before: day, origin = null
// returns: paper_id, claim_id, stance, text

UNWIND $paper_ids AS paper_id
MATCH (p:Paper {id: paper_id})-[:HAS_CLAIM]->(c:Claim)
WHERE p.date < date($before) AND ($origin IS NULL OR c.origin = $origin)
RETURN p.id AS paper_id, c.id AS claim_id, c.stance AS stance, c.text AS text
ORDER BY paper_id, claim_id
