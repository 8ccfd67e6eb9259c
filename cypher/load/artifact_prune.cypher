// Delete those of the artefacts without a paper; how often each name of the others is printed.
//
// mode:    write
// params:  ids
// returns: number, forms
//
// The internal number holds in this transaction. A name that a document lacks is null. What papers
// release is called by its address, and all that a source counted of one kind, which may refer to
// very many papers, by the kind. With an artefact go the counts of it that others have taken the
// place of. Texts made here are compared by UTF-16 units, as those that a load brings; stored ones
// are not.

UNWIND $ids AS id
MATCH (a:Artifact {id: id})
CALL (a) {
  MATCH (a)-[r:REFERS_TO]->(:Paper) WHERE NOT a.id ENDS WITH 'count:' + a.kind
  WITH r.name AS form, count(*) AS times, min(r.url + '') AS url
  RETURN collect([form, times]) AS forms, min(url) AS url
}
SET a.url = url
WITH a, CASE WHEN forms = [] THEN [[a.name, 1]] ELSE forms END AS forms,
     NOT EXISTS { (a)-[:REFERS_TO]->(:Paper) } AND NOT EXISTS { (a)<-[:RELEASED]-(:Paper) } AS is_gone
CALL (a, is_gone) {
  MATCH (s:SpareRecord {owner: a.id}) WHERE is_gone AND s.type = 'count'
  DELETE s
}
FOREACH (gone IN CASE WHEN is_gone THEN [a] ELSE [] END | DETACH DELETE gone)
WITH id(a) AS number, forms, is_gone WHERE NOT is_gone
RETURN number, forms
