// Delete those of the institutions without an author; how often records print each name of the others.
//
// mode:    write
// params:  ids
// returns: number, forms
//
// The internal number holds in this transaction. A name that a record lacks is null.

UNWIND $ids AS id
MATCH (n:Institution {id: id})
CALL (n) {
  MATCH (n)<-[r:AFFILIATED_WITH]-(:Author)
  WITH r.name AS form, count(*) AS times
  RETURN collect([form, times]) AS forms
}
FOREACH (gone IN CASE WHEN forms = [] THEN [n] ELSE [] END | DETACH DELETE gone)
WITH id(n) AS number, forms WHERE forms <> []
RETURN number, forms
