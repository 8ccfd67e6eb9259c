// Those of some papers that are cited or mentioned together with a paper.
//
// mode:    read
// params:  paper_id: paper, others, before: day
// returns: paper_id, papers, is_in_one_paragraph
//
// papers counts the papers that cite both; is_in_one_paragraph says whether a paragraph mentions
// both. Papers with neither are absent. Without a cut-off $before is null. What is cited beside the
// paper is gathered once and then compared with the others: going through its citations again for
// each of them takes ten times as long.

MATCH (p:Paper {id: $paper_id}) WHERE $before IS NULL OR p.date < date($before)
CALL (p) {
  MATCH (p)<-[c:CITES]-(x:Paper)-[:CITES]->(o:Paper)
  WHERE o.id IN $others AND o <> p
    AND ($before IS NULL OR (c.date < date($before) AND o.date < date($before)))
  RETURN o, x AS citing, false AS is_mention
UNION
  MATCH (p)-[m:CO_MENTIONED]-(o:Paper)
  WHERE o.id IN $others
    AND ($before IS NULL OR (m.date < date($before) AND o.date < date($before)))
  RETURN DISTINCT o, null AS citing, true AS is_mention
}
RETURN o.id AS paper_id, count(DISTINCT citing) AS papers,
       count(CASE WHEN is_mention THEN 1 END) > 0 AS is_in_one_paragraph
ORDER BY paper_id
