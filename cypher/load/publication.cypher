// Where papers appeared, for papers without a venue so far.
//
// mode:    write
// params:  rows
// returns:

UNWIND $rows AS r
MATCH (p:Paper {id: r.id})
MATCH (v:Venue {id: r.venue_id})
CREATE (p)-[:PUBLISHED_IN {date: r.date, name: r.venue_name}]->(v)
