// Delete those of the authors without a paper; how often records print each name of the others.
//
// mode:    write
// params:  ids
// returns: number, forms
//
// The internal number holds in this transaction. A name that a record lacks is null.

UNWIND $ids AS id
MATCH (a:Author {id: id})
CALL (a) {
  MATCH (a)-[r:AUTHORED]->(:Paper)
  WITH r.name AS form, count(*) AS times, min(r.orcid) AS orcid
  RETURN collect([form, times]) AS forms, min(orcid) AS orcid
}
SET a.orcid = orcid
FOREACH (gone IN CASE WHEN forms = [] THEN [a] ELSE [] END | DETACH DELETE gone)
WITH id(a) AS number, forms WHERE forms <> []
RETURN number, forms
