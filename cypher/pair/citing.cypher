// Papers that cite a paper, those that mention it most often first.
//
// mode:    read
// params:  paper_id: paper, before: day = null, since = null, until = null, limit = 100
// years:   since, until
// returns: paper_id, title, date, mentions, citations

MATCH (p:Paper {id: $paper_id})<-[c:CITES]-(x:Paper)
WHERE ($before IS NULL OR (p.date < date($before) AND c.date < date($before)))
  AND ($since IS NULL OR x.date.year >= $since)
  AND ($until IS NULL OR x.date.year <= $until)
RETURN x.id AS paper_id, x.title AS title, x.date AS date,
       COUNT { (x)-[:HAS_PARAGRAPH]->(:Paragraph)-[:MENTIONS]->(p) } AS mentions,
       COUNT {
         (x)<-[d:CITES]-(:Paper) WHERE $before IS NULL OR d.date < date($before)
       } AS citations
ORDER BY mentions DESC, citations DESC, paper_id
LIMIT $limit
