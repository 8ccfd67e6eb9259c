// Find Paper nodes by openalex_id.
//
// mode:    write
// params:
// returns:

CREATE INDEX paper_openalex_id IF NOT EXISTS FOR (n:Paper) ON (n.openalex_id)
