// Find Paper nodes by doi.
//
// mode:    write
// params:
// returns:

CREATE INDEX paper_doi IF NOT EXISTS FOR (n:Paper) ON (n.doi)
