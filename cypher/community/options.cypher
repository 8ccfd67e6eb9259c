// The options that a stored community was computed with.
//
// mode:    read
// params:  id
// returns: resolution, seed, mix

MATCH (c:Community {id: $id})
RETURN c.resolution AS resolution, c.seed AS seed, coalesce(c.mix, 'citation') AS mix
