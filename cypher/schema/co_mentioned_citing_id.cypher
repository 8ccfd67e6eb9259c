// Find CO_MENTIONED relationships by citing_id.
//
// mode:    write
// params:
// returns:

CREATE INDEX co_mentioned_citing_id IF NOT EXISTS FOR ()-[r:CO_MENTIONED]-() ON (r.citing_id)
