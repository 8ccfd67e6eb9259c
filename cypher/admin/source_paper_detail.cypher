// What some records say of a paper beyond what all do, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
//
// One row per thousand internal numbers, as in source_paper. A kind of its own, so that the
// fingerprint of a network without such details does not depend on them. That a citation is
// influential follows from its paper.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (p:Paper)
  WHERE id(p) = i AND (p.has_influential_only OR p.is_xpac OR p.merged_ids IS NOT NULL
                       OR p.pmid IS NOT NULL)
  RETURN collect([p.id, p.has_influential_only]
    + CASE WHEN p.is_xpac OR p.merged_ids IS NOT NULL OR p.pmid IS NOT NULL
           THEN [p.is_xpac, p.merged_ids] ELSE [] END
    + CASE WHEN p.pmid IS NOT NULL THEN [p.pmid] ELSE [] END
  ) AS rows
}
RETURN rows
