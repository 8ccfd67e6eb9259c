// Find SpareRecord nodes by words of their titles.
//
// mode:    write
// params:
// returns:

CREATE FULLTEXT INDEX spare_record_title IF NOT EXISTS FOR (n:SpareRecord) ON EACH [n.title]
