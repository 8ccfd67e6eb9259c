// Delete those of the venues without a paper; how often records print each name of the others.
//
// mode:    write
// params:  ids
// returns: number, forms
//
// The internal number holds in this transaction. A name that a record lacks is null.

UNWIND $ids AS id
MATCH (v:Venue {id: id})
CALL (v) {
  MATCH (v)<-[r:PUBLISHED_IN]-(:Paper)
  WITH r.name AS form, count(*) AS times
  RETURN collect([form, times]) AS forms
}
FOREACH (gone IN CASE WHEN forms = [] THEN [v] ELSE [] END | DETACH DELETE gone)
WITH id(v) AS number, forms WHERE forms <> []
RETURN number, forms
