// Delete those of the works that have no record and are cited no more.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (w:Work {id: id})
WHERE NOT w:Paper AND NOT EXISTS { (w)<-[:CITES]-() }
DETACH DELETE w
