// Whether the server has the Graph Data Science library.
//
// mode:    read
// params:
// returns: has_gds

SHOW PROCEDURES YIELD name WHERE name = 'gds.graph.project'
RETURN count(*) > 0 AS has_gds
