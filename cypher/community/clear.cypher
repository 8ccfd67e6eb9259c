// Remove the communities of one cut-off, mix, resolution and seed.
//
// mode:    write
// params:  before, resolution, seed, mix = "citation"
// returns: removed
//
// A community without a mix was stored when there was none but citation.

MATCH (c:Community)
WHERE c.resolution = $resolution AND c.seed = $seed AND coalesce(c.mix, 'citation') = $mix
  AND (c.before = $before OR c.before IS NULL AND $before IS NULL)
WITH collect(c) AS old
CALL (old) { UNWIND old AS c DETACH DELETE c }
RETURN size(old) AS removed
