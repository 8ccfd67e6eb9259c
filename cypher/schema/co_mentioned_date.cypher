// Find CO_MENTIONED relationships by date.
//
// mode:    write
// params:
// returns:

CREATE INDEX co_mentioned_date IF NOT EXISTS FOR ()-[r:CO_MENTIONED]-() ON (r.date)
