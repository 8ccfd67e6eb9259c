// Most bytes that a weighted undirected network and Leiden on it may take in the server.
//
// mode:    read
// params:  papers, relationships
// returns: bytes

CALL gds.leiden.stats.estimate(
  {nodeProjection: '*', nodeCount: $papers, relationshipCount: $relationships,
   relationshipProjection: {PAIR: {type: '*', orientation: 'UNDIRECTED', properties: 'weight'}}},
  {relationshipWeightProperty: 'weight'}
) YIELD bytesMax
RETURN bytesMax AS bytes
