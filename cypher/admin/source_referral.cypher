// Awards and counts of papers, and mentions by documents, in blocks.
//
// mode:    read
// params:  blocks
// returns: rows
//
// One row per thousand internal numbers, as in source_paper; one list per node with relationships.
// From the side of the papers, because one artefact may refer to all of them.

UNWIND $blocks AS block
CALL (block) {
  UNWIND range(block[0], block[1]) AS i
  MATCH (p:Paper)<-[r:REFERS_TO]-(a:Artifact) WHERE id(p) = i
  RETURN collect(CASE WHEN r.count IS NULL
    THEN [p.id, a.id, r.name, r.url, toString(r.date), r.date_precision]
    ELSE [p.id, a.id, r.name, r.count, toString(r.read_on), r.in_record] END) AS rows
}
RETURN rows
