// Authorships of papers that have none yet: one row per paper.
//
// mode:    write
// params:  rows
// returns:
//
// The name as written in the record stays on the relationship: when a record gives way to another,
// the name of the author follows from those that are left.

UNWIND $rows AS r
MATCH (p:Paper {id: r.id})
UNWIND r.authors AS author
MATCH (a:Author {id: author[0]})
CREATE (a)-[:AUTHORED {date: r.date, day: r.day, position: author[2], name: author[1],
                       is_corresponding: author[3], orcid: author[4],
                       institution_ids: author[5]}]->(p)
