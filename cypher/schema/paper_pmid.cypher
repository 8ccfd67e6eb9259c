// Find Paper nodes by pmid.
//
// mode:    write
// params:
// returns:

CREATE INDEX paper_pmid IF NOT EXISTS FOR (n:Paper) ON (n.pmid)
