// Papers that are meant by names of them: all that any of these fits, with those that do.
//
// mode:    read
// params:  rows
// returns: key, papers
//
// A paper has the names of all records of it that were loaded. Its id it cannot lose, so that a
// paper that is found by it has no others here.

UNWIND $rows AS r
CALL (r) {
  UNWIND r.id AS value MATCH (p:Paper {id: value}) RETURN p.id AS paper_id, null AS name
  UNION UNWIND r.doi AS value
  MATCH (p:Paper {doi: value}) RETURN p.id AS paper_id, 'doi ' + value AS name
  UNION UNWIND r.arxiv_id AS value
  MATCH (p:Paper {arxiv_id: value}) RETURN p.id AS paper_id, 'arxiv_id ' + value AS name
  UNION UNWIND r.acl_id AS value
  MATCH (p:Paper {acl_id: value}) RETURN p.id AS paper_id, 'acl_id ' + value AS name
  UNION UNWIND r.pmid AS value
  MATCH (p:Paper {pmid: value}) RETURN p.id AS paper_id, 'pmid ' + value AS name
  UNION UNWIND r.openalex_id AS value
  MATCH (p:Paper {openalex_id: value}) RETURN p.id AS paper_id, 'openalex_id ' + value AS name
  UNION UNWIND r.s2_id AS value
  MATCH (p:Paper {s2_id: value}) RETURN p.id AS paper_id, 's2_id ' + value AS name
  UNION UNWIND r.doi AS value
  MATCH (s:SpareRecord {doi: value}) RETURN s.owner AS paper_id, 'doi ' + value AS name
  UNION UNWIND r.arxiv_id AS value
  MATCH (s:SpareRecord {arxiv_id: value}) RETURN s.owner AS paper_id, 'arxiv_id ' + value AS name
  UNION UNWIND r.acl_id AS value
  MATCH (s:SpareRecord {acl_id: value}) RETURN s.owner AS paper_id, 'acl_id ' + value AS name
  UNION UNWIND r.pmid AS value
  MATCH (s:SpareRecord {pmid: value}) RETURN s.owner AS paper_id, 'pmid ' + value AS name
  UNION UNWIND r.openalex_id AS value
  MATCH (s:SpareRecord {openalex_id: value}) RETURN s.owner AS paper_id, 'openalex_id ' + value AS name
  UNION UNWIND r.s2_id AS value
  MATCH (s:SpareRecord {s2_id: value}) RETURN s.owner AS paper_id, 's2_id ' + value AS name
}
WITH r, paper_id, collect(name) AS found_by, count(*) AS ways ORDER BY paper_id
RETURN r.key AS key,
       collect([paper_id, CASE WHEN size(found_by) = ways THEN found_by ELSE [] END]) AS papers
ORDER BY key
