// Papers that are meant by names of them: all that any of these fits.
//
// mode:    read
// params:  rows
// returns: key, paper_ids

UNWIND $rows AS r
CALL (r) {
  UNWIND r.id AS value MATCH (p:Paper {id: value}) RETURN p.id AS paper_id
  UNION UNWIND r.doi AS value MATCH (p:Paper {doi: value}) RETURN p.id AS paper_id
  UNION UNWIND r.arxiv_id AS value MATCH (p:Paper {arxiv_id: value}) RETURN p.id AS paper_id
  UNION UNWIND r.acl_id AS value MATCH (p:Paper {acl_id: value}) RETURN p.id AS paper_id
  UNION UNWIND r.pmid AS value MATCH (p:Paper {pmid: value}) RETURN p.id AS paper_id
  UNION UNWIND r.openalex_id AS value MATCH (p:Paper {openalex_id: value}) RETURN p.id AS paper_id
  UNION UNWIND r.s2_id AS value MATCH (p:Paper {s2_id: value}) RETURN p.id AS paper_id
}
WITH r, paper_id ORDER BY paper_id
RETURN r.key AS key, collect(paper_id) AS paper_ids ORDER BY key
