// Put papers into a community.
//
// mode:    write
// params:  id, paper_ids
// returns: members

MATCH (c:Community {id: $id})
UNWIND $paper_ids AS paper_id
MATCH (p:Paper {id: paper_id})
MERGE (p)-[:IN_COMMUNITY]->(c)
RETURN count(*) AS members
