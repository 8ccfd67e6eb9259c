// A projection of the citations among some papers, from cited to citing, for the longest path.
//
// mode:    read
// params:  name, ids
// returns: papers
//
// The weight of a step is how often the paper that it leads to is cited, so that the longest path
// is the most cited one. Only citations with an order in time are projected: no path comes back.

UNWIND $ids AS id
MATCH (p:Paper {id: id})-[:CITES]->(q:Paper)
WHERE q.id IN $ids AND q.day < p.day
WITH p, COUNT { (p)<-[:CITES]-(c:Paper WHERE c.day IS NOT NULL) } AS weight, q
WITH gds.graph.project($name, q, p, {relationshipProperties: {weight: weight}}) AS graph
RETURN graph.nodeCount AS papers
