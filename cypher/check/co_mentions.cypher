// Those of some papers that are cited or mentioned together with a paper.
//
// mode:    read
// params:  paper_id, others, before
// returns: paper_id, papers, is_in_one_paragraph
//
// papers counts the papers that cite both; is_in_one_paragraph says whether a paragraph mentions
// both. Papers with neither are absent. Without a cut-off $before is null.

MATCH (p:Paper {id: $paper_id})
UNWIND $others AS id
MATCH (o:Paper {id: id})
WHERE o <> p AND ($before IS NULL OR o.date < date($before))
WITH DISTINCT p, o
WITH o,
     COUNT {
       MATCH (p)<-[c:CITES]-(x:Paper)-[:CITES]->(o)
       WHERE $before IS NULL OR c.date < date($before)
       RETURN DISTINCT x
     } AS papers,
     EXISTS {
       (p)-[m:CO_MENTIONED]-(o) WHERE $before IS NULL OR m.date < date($before)
     } AS is_in_one_paragraph
WHERE papers > 0 OR is_in_one_paragraph
RETURN o.id AS paper_id, papers, is_in_one_paragraph
ORDER BY paper_id
