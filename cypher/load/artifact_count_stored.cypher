// Artefacts whose count may be stored, with the one that they have.
//
// mode:    read
// params:  ids
// returns: id, count, read_on, run

UNWIND $ids AS id
MATCH (a:Artifact {id: id})
WHERE a.kind IN ["repository", "dataset", "model"]
RETURN a.id AS id, a.count AS count, a.read_on AS read_on, a.count_run AS run
