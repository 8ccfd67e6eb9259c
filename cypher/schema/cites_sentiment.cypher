// Find citations that have a sentiment; the others are not in it.
//
// mode:    write
// params:
// returns:

CREATE INDEX cites_sentiment IF NOT EXISTS FOR ()-[c:CITES]-() ON (c.sentiment)
