// Venues of papers in blocks of parallel lists.
//
// mode:    read
// params:  blocks
// returns: paper, venue_id
//
// Numbers as in export/papers. Of several venues of a paper the one with the smallest id is its.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS number
  MATCH (p:Paper) WHERE id(p) = number
  MATCH (p)-[:PUBLISHED_IN]->(v:Venue)
  WITH number, min(v.id) AS venue
  RETURN collect(number) AS paper, collect(venue) AS venue_id
}
RETURN paper, venue_id
