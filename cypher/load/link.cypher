// What papers cite, their authors, research fields and venues: one row per paper without any yet.
//
// mode:    write
// params:  rows
// returns:
//
// Ends are named by the internal numbers that they have in this transaction. Name and level as in
// the record stay on the relationship: when a record gives way to another, those of the author, the
// venue or the field follow from the ones that are left.

UNWIND $rows AS r
MATCH (p) WHERE id(p) = r.number
CALL (p, r) {
  UNWIND r.works AS work
  MATCH (w) WHERE id(w) = work
  CREATE (p)-[:CITES {date: r.date, day: r.day, is_influential: r.has_influential_only}]->(w)
}
CALL (p, r) {
  UNWIND r.citations AS said
  MATCH (w) WHERE id(w) = said[0]
  CREATE (p)-[:CITES {date: r.date, day: r.day, is_influential: said[1], intents: said[2],
                      contexts: said[3]}]->(w)
}
CALL (p, r) {
  UNWIND r.authors AS author
  MATCH (a) WHERE id(a) = author[0]
  CREATE (a)-[:AUTHORED {date: r.date, day: r.day, position: author[2], name: author[1],
                         is_corresponding: author[3], orcid: author[4],
                         institution_ids: author[5], given_ids: author[6]}]->(p)
}
CALL (p, r) {
  UNWIND r.fields AS one
  MATCH (f) WHERE id(f) = one[0]
  CREATE (p)-[:IN_FIELD {date: r.date, day: r.day, name: one[1], level: one[2], score: one[3],
                         is_primary: one[4]}]->(f)
}
CALL (p, r) {
  UNWIND r.venues AS venue
  MATCH (v) WHERE id(v) = venue[0]
  CREATE (p)-[:PUBLISHED_IN {date: r.date, name: venue[1]}]->(v)
}
