// Remove the communities of one cut-off, resolution and seed.
//
// mode:    write
// params:  before, resolution, seed
// returns: removed

MATCH (c:Community)
WHERE c.resolution = $resolution AND c.seed = $seed
  AND (c.before = $before OR c.before IS NULL AND $before IS NULL)
WITH collect(c) AS old
CALL (old) { UNWIND old AS c DETACH DELETE c }
RETURN size(old) AS removed
