// Papers, and works without a record, that are there already, with the hash of their record.
//
// mode:    read
// params:  ids
// returns: id, digest, run, dropped

UNWIND $ids AS id
MATCH (p:Work {id: id})
RETURN p.id AS id, p.record_hash AS digest, p.record_run AS run, p.record_dropped AS dropped
