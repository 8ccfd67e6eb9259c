// Pairs of venues that a paper cites together, with their number in all papers of its year.
//
// mode:    read
// params:  paper_id: paper, before: day = null
// returns: venue_id, other_venue_id, times, year_count
// source:  Uzzi et al. (2013), doi:10.1126/science.1240474, the counts of observed pairs
//
// A pair is two references of one paper, each dated before it and with a venue; two references to
// one venue are a pair as well. The z-scores need the null model: see `scinet indicators novelty`.
// Of several venues of a paper the one with the smallest id is its.

MATCH (f:Paper {id: $paper_id})
WHERE f.date IS NOT NULL AND ($before IS NULL OR f.date < date($before))
CALL (f) {
  MATCH (f)-[:CITES]->(r:Paper)
  WHERE r.date < f.date AND EXISTS { (r)-[:PUBLISHED_IN]->(:Venue) }
  WITH COLLECT { MATCH (r)-[:PUBLISHED_IN]->(v:Venue) RETURN v.id ORDER BY v.id LIMIT 1 }[0] AS venue,
       count(*) AS slots
  ORDER BY venue
  RETURN collect({venue: venue, slots: slots}) AS own
}
WITH f, own, [o IN own | o.venue] AS venues,
     date({year: f.date.year}) AS first, date({year: f.date.year, month: 12, day: 31}) AS last
CALL (venues, first, last) {
  MATCH (x:Paper)
  WHERE x.date >= first AND x.date <= last AND ($before IS NULL OR x.date < date($before))
  MATCH (x)-[:CITES]->(r:Paper)
  WHERE r.date < x.date
  WITH x, venues,
       COLLECT { MATCH (r)-[:PUBLISHED_IN]->(v:Venue) RETURN v.id ORDER BY v.id LIMIT 1 }[0] AS venue
  WHERE venue IN venues
  WITH x, venue, count(*) AS slots
  ORDER BY venue
  WITH x, collect({venue: venue, slots: slots}) AS held
  UNWIND held AS a
  UNWIND held AS b
  WITH a, b WHERE a.venue <= b.venue
  RETURN a.venue AS one, b.venue AS other,
         sum(CASE WHEN a.venue = b.venue THEN a.slots * (a.slots - 1) / 2
                  ELSE a.slots * b.slots END) AS year_count
}
WITH own, one, other, year_count,
     head([o IN own WHERE o.venue = one | o.slots]) AS a,
     head([o IN own WHERE o.venue = other | o.slots]) AS b
WITH one, other, year_count, CASE WHEN one = other THEN a * (a - 1) / 2 ELSE a * b END AS times
WHERE times > 0
RETURN one AS venue_id, other AS other_venue_id, times, year_count
ORDER BY year_count, venue_id, other_venue_id
