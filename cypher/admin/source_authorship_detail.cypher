// What some records say of an authorship beyond its place, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.
// A kind of its own, so that the fingerprint of a network without such details does not depend on them.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (p:Paper)<-[r:AUTHORED]-(a:Author)
  WHERE id(p) = i
    AND (r.is_corresponding IS NOT NULL OR r.orcid IS NOT NULL OR r.institution_ids IS NOT NULL
         OR r.given_ids IS NOT NULL)
  RETURN collect([a.id, p.id, r.is_corresponding, r.orcid, r.institution_ids]
                 + CASE WHEN r.given_ids IS NULL THEN [] ELSE [r.given_ids] END) AS rows
}
RETURN rows
