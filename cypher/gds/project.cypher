// Project a weighted undirected network of numbered nodes for Graph Data Science.
//
// mode:    read
// params:  name: text, type, ones, others, weights
// returns: nodes, relationships
//
// The network is in no stored relationship: it comes as columns. A row whose other node and weight
// are null is a node alone. One thread, so that the order of the rows alone decides the order
// inside the projection, which results depend on.

UNWIND range(0, size($ones) - 1) AS i
WITH gds.graph.project(
  $name, $ones[i], $others[i], {relationshipType: $type, relationshipProperties: {weight: $weights[i]}},
  {undirectedRelationshipTypes: ['*'], readConcurrency: 1}
) AS projected
RETURN projected.nodeCount AS nodes, projected.relationshipCount AS relationships
