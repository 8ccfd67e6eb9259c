// Mark one batch of a load as done.
//
// mode:    write
// params:  id, run, number, sha256, counts, rejects
// returns:

CREATE (:LoadBatch {id: $id, run: $run, number: $number, sha256: $sha256, counts: $counts,
                    rejects: $rejects})
