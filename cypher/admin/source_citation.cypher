// Citations with their days, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (p:Paper)-[r:CITES]->(w:Work) WHERE id(p) = i
  RETURN collect([p.id, w.id, r.day] + CASE
    WHEN p.has_influential_only IS NULL
      AND (r.is_influential IS NOT NULL OR r.intents IS NOT NULL OR r.contexts IS NOT NULL)
    THEN [r.is_influential, r.intents, r.contexts] ELSE [] END) AS rows
}
RETURN rows
