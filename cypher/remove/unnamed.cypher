// Mentions of papers by names that no record of them has any more; spare ones are deleted.
//
// mode:    write
// params:  ids
// returns: id, owner, artifact_id

UNWIND $ids AS id
MATCH (p:Paper {id: id})
WHERE EXISTS { (p)<-[m:REFERS_TO {in_record: false}]-(:Artifact) WHERE m.count IS NULL }
CALL (p) {
  RETURN p AS n
  UNION ALL
  MATCH (s:SpareRecord {owner: p.id}) WHERE s.type = 'paper'
  RETURN s AS n
}
UNWIND ['doi ' + n.doi, 'arxiv_id ' + n.arxiv_id, 'acl_id ' + n.acl_id, 'pmid ' + n.pmid,
        'openalex_id ' + n.openalex_id, 's2_id ' + n.s2_id,
        'title ' + toLower(trim(n.title))] AS name
WITH p, collect(name) AS names
CALL (p, names) {
  MATCH (s:SpareRecord {owner: p.id})
  WHERE s.type = 'document' AND none(one IN s.found_by WHERE one IN names)
  DELETE s
}
MATCH (p)<-[m:REFERS_TO {in_record: false}]-(a:Artifact)
WHERE none(one IN m.found_by WHERE one IN names)
RETURN p.id + ' ' + a.id AS id, p.id AS owner, a.id AS artifact_id
