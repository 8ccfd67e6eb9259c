// Venues of papers in blocks of parallel lists.
//
// mode:    read
// params:  top
// returns: paper, venue_id
//
// Numbers as in export/papers. Of several venues of a paper the one with the smallest id is its.

UNWIND range(0, $top / 5000) AS block
CALL (block) {
  UNWIND range(block * 5000, block * 5000 + 4999) AS number
  MATCH (p:Paper) WHERE id(p) = number
  MATCH (p)-[:PUBLISHED_IN]->(v:Venue)
  WITH number, min(v.id) AS venue
  RETURN collect(number) AS paper, collect(venue) AS venue_id
}
RETURN paper, venue_id
