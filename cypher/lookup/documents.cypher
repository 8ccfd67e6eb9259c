// Patents, news and other documents that mention a paper, each with its day, title and link.
//
// mode:    read
// params:  paper_id: paper, kind = null, before: day = null, limit = 100
// returns: document_id, kind, title, date, date_precision, url
//
// The latest come first. As of a day those without a day are left out, and documents are called
// what those of before it called them.

MATCH (p:Paper {id: $paper_id})
WHERE $before IS NULL OR p.date < date($before)
MATCH (p)<-[r:REFERS_TO {in_record: false}]-(a:Artifact)
WHERE r.count IS NULL AND ($kind IS NULL OR a.kind = $kind)
  AND ($before IS NULL OR r.date < date($before))
WITH a, r ORDER BY coalesce(r.date, date("9999-12-31")), r.name, r.url
WITH a, head(collect(r)) AS r
RETURN a.id AS document_id, a.kind AS kind, r.name AS title, r.date AS date,
       r.date_precision AS date_precision, r.url AS url
ORDER BY coalesce(date, date("0001-01-01")) DESC, document_id
LIMIT $limit
