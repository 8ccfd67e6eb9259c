// The largest sum of weights of a path to a paper, by Graph Data Science.
//
// mode:    read
// params:  name, paper_id
// returns: total, hops
//
// The procedure starts from every paper without an entering step, so the projection must hold
// nothing but what lies between two papers.

CALL gds.dag.longestPath.stream($name, {relationshipWeightProperty: 'weight'})
YIELD targetNode, totalCost, nodeIds
WITH gds.util.asNode(targetNode) AS paper, totalCost, nodeIds
WHERE paper.id = $paper_id
RETURN totalCost AS total, size(nodeIds) - 1 AS hops
