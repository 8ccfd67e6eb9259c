// Papers that references name by an id of some site, the surest way first.
//
// mode:    read
// params:  rows
// returns: key, paper_id
//
// Where an external id stands on several papers the smallest id is taken.

UNWIND $rows AS r
CALL (r) {
  UNWIND r.ids AS id
  MATCH (p:Paper {id: id}) RETURN 0 AS place, p.id AS paper_id
  UNION MATCH (p:Paper {acl_id: r.acl}) RETURN 1 AS place, p.id AS paper_id
  UNION MATCH (p:Paper {arxiv_id: r.arxiv}) RETURN 2 AS place, p.id AS paper_id
  UNION MATCH (p:Paper {doi: r.doi}) RETURN 3 AS place, p.id AS paper_id
  UNION
  UNWIND r.s2 AS s2
  MATCH (p:Paper {s2_id: s2}) RETURN 4 AS place, p.id AS paper_id
}
WITH r, place, paper_id ORDER BY place, paper_id
RETURN r.key AS key, head(collect(paper_id)) AS paper_id ORDER BY key
