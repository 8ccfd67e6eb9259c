// Numbers of nodes by label and of relationships by type as committed; what there never was is left out.
//
// mode:    read
// params:
// returns: nodes, relationships
//
// The server keeps them; asking for each in Cypher takes longer to plan than a small load.

CALL db.stats.retrieve("GRAPH COUNTS") YIELD data
RETURN [n IN data.nodes
        WHERE n.label IN ["Work", "Paper", "Author", "Venue", "Field", "Institution", "Artifact",
                          "Paragraph", "Contribution", "Claim"]
        | [n.label, n.count]] AS nodes,
       [r IN data.relationships
        WHERE r.startLabel IS NULL AND r.endLabel IS NULL
          AND r.relationshipType IN ["CITES", "AUTHORED", "PUBLISHED_IN", "IN_FIELD",
                                     "AFFILIATED_WITH", "RELEASED", "REFERS_TO", "MENTIONS",
                                     "CO_MENTIONED", "CONTRIBUTES", "ENABLED_BY", "GROUNDED_IN"]
        | [r.relationshipType, r.count]] AS relationships
