// Claims of papers.
//
// mode:    write
// params:  rows, run
// returns:

UNWIND $rows AS r
MATCH (p:Paper {id: r.paper_id})
MERGE (c:Claim {id: r.id})
ON CREATE SET c.stance = r.stance, c.text = r.text, c.origin = r.origin, c.run = $run
MERGE (p)-[:HAS_CLAIM]->(c)
