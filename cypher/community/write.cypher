// Add one community without its members.
//
// mode:    write
// params:  id, name, spellings, size, before, resolution, seed, graph_fingerprint, mix = "citation", lineage_id = null
// returns: community_id

MERGE (c:Community {id: $id})
SET c.name = $name, c.spellings = $spellings, c.size = $size, c.before = $before, c.mix = $mix,
    c.resolution = $resolution, c.seed = $seed, c.graph_fingerprint = $graph_fingerprint,
    c.lineage_id = coalesce($lineage_id, $id)
RETURN c.id AS community_id
