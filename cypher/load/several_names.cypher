// Authors, venues, fields, institutions and artefacts of which records print several names, or all of these.
//
// mode:    read
// params:  every = false
// returns: kind, id

MATCH (n:Author|Venue|Field|Institution|Artifact)
WHERE $every OR n.names IS NOT NULL
RETURN toLower(labels(n)[0]) AS kind, n.id AS id
