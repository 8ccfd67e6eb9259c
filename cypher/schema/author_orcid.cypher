// Find Author nodes by ORCID.
//
// mode:    write
// params:
// returns:

CREATE INDEX author_orcid IF NOT EXISTS FOR (n:Author) ON (n.orcid)
