// Papers that state an id that another paper states or is called by, or a cited work is called by.
//
// mode:    read
// params:
// returns: kind, value, paper, other, is_record

MATCH (p:Paper) WHERE p.doi IS NOT NULL
MATCH (o:Paper {doi: p.doi}) WHERE o.id > p.id
RETURN 'doi' AS kind, p.doi AS value, p.id AS paper, o.id AS other, true AS is_record
UNION ALL
MATCH (p:Paper) WHERE p.doi IS NOT NULL
MATCH (o:Work {id: 'doi:' + p.doi}) WHERE o.id <> p.id
RETURN 'doi' AS kind, p.doi AS value, p.id AS paper, o.id AS other, o:Paper AS is_record
UNION ALL
MATCH (p:Paper) WHERE p.arxiv_id IS NOT NULL
MATCH (o:Paper {arxiv_id: p.arxiv_id}) WHERE o.id > p.id
RETURN 'arxiv' AS kind, p.arxiv_id AS value, p.id AS paper, o.id AS other, true AS is_record
UNION ALL
MATCH (p:Paper) WHERE p.arxiv_id IS NOT NULL
MATCH (o:Work {id: 'arxiv:' + p.arxiv_id}) WHERE o.id <> p.id
RETURN 'arxiv' AS kind, p.arxiv_id AS value, p.id AS paper, o.id AS other, o:Paper AS is_record
UNION ALL
MATCH (p:Paper) WHERE p.acl_id IS NOT NULL
MATCH (o:Paper {acl_id: p.acl_id}) WHERE o.id > p.id
RETURN 'acl' AS kind, p.acl_id AS value, p.id AS paper, o.id AS other, true AS is_record
UNION ALL
MATCH (p:Paper) WHERE p.acl_id IS NOT NULL
MATCH (o:Work {id: 'acl:' + p.acl_id}) WHERE o.id <> p.id
RETURN 'acl' AS kind, p.acl_id AS value, p.id AS paper, o.id AS other, o:Paper AS is_record
UNION ALL
MATCH (p:Paper) WHERE p.openalex_id IS NOT NULL
MATCH (o:Paper {openalex_id: p.openalex_id}) WHERE o.id > p.id
RETURN 'openalex' AS kind, p.openalex_id AS value, p.id AS paper, o.id AS other, true AS is_record
UNION ALL
MATCH (p:Paper) WHERE p.openalex_id IS NOT NULL
MATCH (o:Work {id: 'openalex:' + p.openalex_id}) WHERE o.id <> p.id
RETURN 'openalex' AS kind, p.openalex_id AS value, p.id AS paper, o.id AS other, o:Paper AS is_record
UNION ALL
MATCH (p:Paper) WHERE p.s2_id IS NOT NULL
MATCH (o:Paper {s2_id: p.s2_id}) WHERE o.id > p.id
RETURN 's2' AS kind, p.s2_id AS value, p.id AS paper, o.id AS other, true AS is_record
UNION ALL
MATCH (p:Paper) WHERE p.s2_id IS NOT NULL
MATCH (o:Work {id: 's2:' + p.s2_id}) WHERE o.id <> p.id
RETURN 's2' AS kind, p.s2_id AS value, p.id AS paper, o.id AS other, o:Paper AS is_record
UNION ALL
MATCH (p:Paper) WHERE p.pmid IS NOT NULL
MATCH (o:Paper {pmid: p.pmid}) WHERE o.id > p.id
RETURN 'pmid' AS kind, p.pmid AS value, p.id AS paper, o.id AS other, true AS is_record
UNION ALL
MATCH (p:Paper) WHERE p.pmid IS NOT NULL
MATCH (o:Work {id: 'pmid:' + p.pmid}) WHERE o.id <> p.id
RETURN 'pmid' AS kind, p.pmid AS value, p.id AS paper, o.id AS other, o:Paper AS is_record
