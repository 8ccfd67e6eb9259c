// Find authorships by the ids that records have, where a map of authors gave others.
//
// mode:    write
// params:
// returns:

CREATE TEXT INDEX authored_given_ids IF NOT EXISTS FOR ()-[r:AUTHORED]-() ON (r.given_ids)
