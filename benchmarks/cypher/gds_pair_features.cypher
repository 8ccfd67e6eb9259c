// Three features of pairs of papers by the functions of Graph Data Science.
//
// mode:    read
// params:  pairs
// returns: a, b, common_neighbours, adamic_adar, resource_allocation
//
// They look at each pair by itself and know no cut-off day, so nothing but the benchmark uses them.

UNWIND $pairs AS pair
MATCH (a:Paper {id: pair[0]})
MATCH (b:Paper {id: pair[1]})
RETURN a.id AS a, b.id AS b,
       gds.alpha.linkprediction.commonNeighbors(a, b, {relationshipQuery: 'CITES'})
         AS common_neighbours,
       gds.alpha.linkprediction.adamicAdar(a, b, {relationshipQuery: 'CITES'}) AS adamic_adar,
       gds.alpha.linkprediction.resourceAllocation(a, b, {relationshipQuery: 'CITES'})
         AS resource_allocation
