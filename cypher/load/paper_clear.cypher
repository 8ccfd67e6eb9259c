// Take away what the records of papers said.
//
// mode:    write
// params:  ids
// returns: works, authors, venues, fields, institutions, artifacts
//
// Returns the other ends, which may have lost their last relationship. Counts that were loaded by
// themselves stay.

UNWIND $ids AS id
MATCH (p:Paper {id: id})
SET p.title = null, p.abstract = null, p.date = null, p.day = null, p.date_precision = null,
    p.doi = null, p.arxiv_id = null, p.acl_id = null, p.openalex_id = null, p.s2_id = null,
    p.type = null, p.is_retracted = null, p.has_influential_only = null, p.is_xpac = null,
    p.merged_ids = null, p.pmid = null, p.first_date = null, p.date_reason = null,
    p.spellings = null
WITH p
CALL (p) {
  MATCH (p)<-[:AUTHORED]-(:Author)-[r:AFFILIATED_WITH {paper_id: p.id}]->(n:Institution)
  WITH r, n.id AS end DELETE r RETURN collect(end) AS institutions
}
CALL (p) { MATCH (p)-[r:IN_FIELD]->(f:Field) WITH r, f.id AS end DELETE r RETURN collect(end) AS fields }
CALL (p) {
  MATCH (p)-[r:RELEASED|REFERS_TO]-(a:Artifact) WHERE type(r) = "RELEASED" OR r.in_record
  WITH r, a.id AS end DELETE r RETURN collect(end) AS artifacts
}
CALL (p) { MATCH (p)-[r:CITES]->(w:Work) WITH r, w.id AS end DELETE r RETURN collect(end) AS works }
CALL (p) { MATCH (p)<-[r:AUTHORED]-(a:Author) WITH r, a.id AS end DELETE r RETURN collect(end) AS authors }
CALL (p) { MATCH (p)-[r:PUBLISHED_IN]->(v:Venue) WITH r, v.id AS end DELETE r RETURN collect(end) AS venues }
RETURN works, authors, venues, fields, institutions, artifacts
