// Find Paper nodes by arxiv_id.
//
// mode:    write
// params:
// returns:

CREATE INDEX paper_arxiv_id IF NOT EXISTS FOR (n:Paper) ON (n.arxiv_id)
