// Papers of the communities that were computed for a cut-off day, largest community first.
//
// mode:    read
// params:  before: day, graph_fingerprint, resolution = 1.0, seed = 0, mix = "citation"
// returns: community_id, name, size, lineage_id, paper_ids
//
// A community without a mix was stored when there was none but citation, one without a lineage
// when none was followed.

MATCH (c:Community)
WHERE c.graph_fingerprint = $graph_fingerprint
  AND c.resolution = $resolution AND c.seed = $seed AND coalesce(c.mix, 'citation') = $mix
  AND (c.before = $before OR c.before IS NULL AND $before IS NULL)
MATCH (p:Paper)-[:IN_COMMUNITY]->(c)
WITH c, p ORDER BY p.id
WITH c, collect(p.id) AS paper_ids
RETURN c.id AS community_id, c.name AS name, c.size AS size,
       coalesce(c.lineage_id, c.id) AS lineage_id, paper_ids
ORDER BY size DESC, community_id
