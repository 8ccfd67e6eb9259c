// Project a weighted undirected network of numbered papers for Graph Data Science.
//
// mode:    read
// params:  name, papers, others, weights
// returns: nodes, relationships
//
// The network is in no stored relationship: it comes as columns. A paper without any pair has a
// row of its own, whose other paper and weight are null. One thread, so that the order of the
// rows alone decides the order inside the projection, which Leiden's result depends on.

UNWIND range(0, size($papers) - 1) AS i
WITH gds.graph.project(
  $name, $papers[i], $others[i], {relationshipProperties: {weight: $weights[i]}},
  {undirectedRelationshipTypes: ['*'], readConcurrency: 1}
) AS projected
RETURN projected.nodeCount AS nodes, projected.relationshipCount AS relationships
