// Papers as their records say, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
// texts:   rows
//
// One row per block of internal numbers, because a row per element is bound by the client. The
// numbers, of admin/node_blocks, are used inside this one reading only.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (p:Paper) WHERE id(p) = i
  RETURN collect([p.id, p.title, p.abstract, p.day, p.date_precision, p.doi, p.arxiv_id,
                  p.acl_id, p.openalex_id, p.s2_id, p.type, p.is_retracted]
    + CASE WHEN p.first_date IS NOT NULL OR p.date_reason IS NOT NULL
           THEN [toString(p.first_date), p.date_reason] ELSE [] END) AS rows
}
RETURN rows
