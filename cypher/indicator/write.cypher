// Store computed numbers on papers.
//
// mode:    write
// params:  rows
// returns: papers
//
// Each row is {paper_id, values}; a value of null takes an older one away. The names of values come
// from the list in graph/indicators/write.py.

UNWIND $rows AS row
MATCH (p:Paper {id: row.paper_id})
SET p += row.values
RETURN count(p) AS papers
