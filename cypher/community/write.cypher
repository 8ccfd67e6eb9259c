// Add one community without its members.
//
// mode:    write
// params:  id, name, size, before, resolution, seed, graph_fingerprint
// returns: community_id

MERGE (c:Community {id: $id})
SET c.name = $name, c.size = $size, c.before = $before,
    c.resolution = $resolution, c.seed = $seed, c.graph_fingerprint = $graph_fingerprint
RETURN c.id AS community_id
