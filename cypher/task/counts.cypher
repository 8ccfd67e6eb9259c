// Papers with how often they were counted: of several readings the latest.
//
// mode:    read
// params:  kind, name: text = null
// folded:  name
// returns: paper_id, count, read_on
//
// A paper has as many awards as it won, with a name only those of which a printed one holds it.
// Counts are truth, never features: they are read after the fact, so that no cut-off day applies.

MATCH (a:Artifact {kind: $kind})-[r:REFERS_TO]->(p:Paper)
WHERE r.count IS NOT NULL AND ($name IS NULL OR any(one IN a.spellings WHERE one CONTAINS $name))
WITH p, r ORDER BY coalesce(r.read_on, date("0001-01-01")) DESC, r.in_record, r.count DESC
WITH p, collect(r.count) AS counts, collect(r.read_on) AS days
RETURN p.id AS paper_id,
       CASE WHEN $kind = "award" THEN size(counts) ELSE head(counts) END AS count,
       head(days) AS read_on
ORDER BY paper_id
