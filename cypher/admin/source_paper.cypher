// Papers as their records say, in blocks.
//
// mode:    read
// params:  top
// returns: rows
//
// One row per thousand internal numbers, because a row per element is bound by the client. The
// numbers are used inside this one reading only.

UNWIND range(0, $top / 1000) AS k
CALL (k) {
  UNWIND range(k * 1000, k * 1000 + 999) AS i
  MATCH (p:Paper) WHERE id(p) = i
  RETURN collect([p.id, p.title, p.abstract, p.day, p.date_precision, p.doi, p.arxiv_id,
                  p.acl_id, p.openalex_id, p.s2_id, p.type, p.is_retracted]) AS rows
}
RETURN rows
