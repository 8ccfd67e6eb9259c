// Make papers whose records were taken away cited works without a record.
//
// mode:    write
// params:  ids
// returns: artifacts, citing
//
// All that cannot be without a paper goes with it; texts that mention one still say so.

UNWIND $ids AS id
MATCH (p:Paper {id: id})
CALL (p) { MATCH (p)-[:HAS_PARAGRAPH]->(g:Paragraph) DETACH DELETE g }
CALL (p) { MATCH (p)-[:HAS_CLAIM]->(c:Claim) DETACH DELETE c }
CALL (id) { MATCH (:Paper)-[m:CO_MENTIONED {citing_id: id}]->(:Paper) DELETE m }
CALL (id) { MATCH (s:SpareRecord {owner: id}) DELETE s }
CALL (p) { MATCH (p)<-[:REFERS_TO]-(a:Artifact) RETURN collect(a.id) AS artifacts }
CALL (p) { MATCH (p)<-[c:CITES]-(x:Paper) SET c.mentions = null RETURN collect(x.id) AS citing }
CALL (p, id) {
  MATCH (g:Paragraph)-[m:MENTIONS]->(p)
  WITH g, id, m ORDER BY m.start, m.end
  WITH g, collect(toString(m.start) + ' ' + toString(m.end) + ' ' + id) AS texts
  SET g.left_out = coalesce(g.left_out, []) + texts
}
CALL (p) { MATCH (p)-[r]-() WHERE NOT (type(r) = 'CITES' AND endNode(r) = p) DELETE r }
REMOVE p:Paper
SET p = {id: id}
RETURN artifacts, citing
