// Find SpareRecord nodes by arxiv_id.
//
// mode:    write
// params:
// returns:

CREATE INDEX spare_record_arxiv_id IF NOT EXISTS FOR (n:SpareRecord) ON (n.arxiv_id)
