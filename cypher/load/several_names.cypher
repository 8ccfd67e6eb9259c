// Authors, venues, fields, institutions and artefacts of which records print several names.
//
// mode:    read
// params:
// returns: kind, id

MATCH (n:Author|Venue|Field|Institution|Artifact)
WHERE n.names IS NOT NULL
RETURN toLower(labels(n)[0]) AS kind, n.id AS id
