// Papers with the properties of their records; a cited work without record becomes a paper.
//
// mode:    write
// params:  rows, run
// returns:

UNWIND $rows AS r
MERGE (p:Work {id: r.id})
SET p:Paper, p.title = r.title, p.abstract = r.abstract, p.date = r.date, p.day = r.day,
    p.date_precision = r.date_precision, p.doi = r.doi, p.arxiv_id = r.arxiv_id,
    p.acl_id = r.acl_id, p.openalex_id = r.openalex_id, p.s2_id = r.s2_id, p.type = r.type,
    p.is_retracted = r.is_retracted, p.has_influential_only = r.has_influential_only,
    p.is_xpac = r.is_xpac, p.merged_ids = r.merged_ids,
    p.record_hash = r.record_hash, p.record_run = $run,
    p.record_dropped = null
