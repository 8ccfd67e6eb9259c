// Research fields of papers that have none yet: one row per paper.
//
// mode:    write
// params:  rows
// returns:
//
// Name and level as in the record stay on the relationship, as for authorships.

UNWIND $rows AS r
MATCH (p:Paper {id: r.id})
UNWIND r.fields AS one
MATCH (f:Field {id: one[0]})
CREATE (p)-[:IN_FIELD {date: r.date, day: r.day, name: one[1], level: one[2], score: one[3],
                       is_primary: one[4]}]->(f)
