// Citations between known works, as lists of what a work cites; nothing else is stored or checked.
//
// mode:    write
// params:  rows
// returns:
//
// What the driver can do at most: the limit of the loader.

UNWIND $rows AS r
MATCH (a:Work {id: r.citing})
UNWIND r.cited AS cited
MATCH (b:Work {id: cited})
CREATE (a)-[:CITES {day: r.day}]->(b)
