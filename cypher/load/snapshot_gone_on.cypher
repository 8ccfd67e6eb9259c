// Note for other loads how much the graph holds when this one, or a removal, works on from here.
//
// mode:    write
// params:  run, counts
// returns: before, left
//
// Those that have noted it already were left before; all that was added since is of others.

CALL () {
  MATCH (o:Snapshot) WHERE o.id <> $run AND o.kind <> 'remove' AND o.left IS NULL
  SET o.left = $counts
}
MATCH (s:Snapshot {id: $run})
RETURN s.before AS before, s.left AS left
