// Counted artefacts of a kind, each with the first paper that released it.
//
// mode:    read
// params:  kind
// returns: artifact_id, name, count, read_on, paper_id
//
// Counts are truth, never features: they are read after the fact, so that no cut-off day applies.

MATCH (a:Artifact {kind: $kind})<-[:RELEASED]-(p:Paper)
WHERE a.count IS NOT NULL AND p.day IS NOT NULL
WITH a, p ORDER BY p.day, p.id
WITH a, head(collect(p.id)) AS paper_id
RETURN a.id AS artifact_id, a.name AS name, a.count AS count, a.read_on AS read_on, paper_id
ORDER BY artifact_id
