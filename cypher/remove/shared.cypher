// Delete some venues, fields, institutions and artefacts; those whose papers are gone join nothing.
//
// mode:    write
// params:  limit
// returns: nodes

MATCH (n:Venue|Field|Institution|Artifact)
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS nodes
