// Delete those of the research fields without a paper; how often records print each name of the others.
//
// mode:    write
// params:  ids
// returns: number, forms
//
// The internal number holds in this transaction. A name that a record lacks is null.

UNWIND $ids AS id
MATCH (f:Field {id: id})
CALL (f) {
  MATCH (f)<-[r:IN_FIELD]-(:Paper)
  WITH r.name AS form, count(*) AS times, min(r.level) AS level
  RETURN collect([form, times]) AS forms, min(level) AS level
}
SET f.level = level
FOREACH (gone IN CASE WHEN forms = [] THEN [f] ELSE [] END | DETACH DELETE gone)
WITH id(f) AS number, forms WHERE forms <> []
RETURN number, forms
