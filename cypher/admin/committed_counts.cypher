// Numbers of nodes by label and of relationships by type as committed, without those of none.
//
// mode:    read
// params:
// returns: nodes, relationships
//
// The server keeps them; asking for each in Cypher takes longer to plan than a small load.

CALL db.stats.retrieve("GRAPH COUNTS") YIELD data
RETURN [n IN data.nodes WHERE n.label IS NOT NULL | [n.label, n.count]] AS nodes,
       [r IN data.relationships
        WHERE r.relationshipType IS NOT NULL AND r.startLabel IS NULL AND r.endLabel IS NULL
        | [r.relationshipType, r.count]] AS relationships
