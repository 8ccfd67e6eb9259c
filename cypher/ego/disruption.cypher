// Disruption of one paper explained: its later papers, what each counts as, and the references it shares.
//
// mode:    read
// params:  paper_id, window_years = 5, before = null, limit = 1000
// returns: paper_id, title, date, counts_as, shared_references
// source:  Funk and Owen-Smith (2017), doi:10.1287/mnsc.2015.2366
//
// Later papers count as n_i when they cite the paper and none of its references, as n_j when they
// cite both, as n_k when they cite references only; indicator/disruption has the numbers. Later
// means after the paper, at most $window_years calendar years when given, before $before. Only
// references dated before the paper count.

MATCH (f:Paper {id: $paper_id})
WHERE f.date IS NOT NULL AND ($before IS NULL OR f.date < date($before))
WITH f,
     CASE WHEN $window_years IS NULL THEN date('9999-12-31')
          ELSE f.date + duration({years: $window_years}) END AS last,
     [(f)-[:CITES]->(r:Paper) WHERE r.date < f.date | r] AS references
CALL (f, last, references) {
  UNWIND [f] + references AS earlier
  MATCH (earlier)<-[c:CITES]-(later:Paper)
  WHERE c.date > f.date AND c.date <= last AND ($before IS NULL OR c.date < date($before))
  WITH later, collect(earlier) AS cited
  RETURN later, f IN cited AS cites_focal,
         COLLECT { UNWIND cited AS r WITH r WHERE r <> f RETURN r.id ORDER BY r.id } AS shared
}
RETURN later.id AS paper_id, later.title AS title, later.date AS date,
       CASE WHEN NOT cites_focal THEN 'n_k' WHEN size(shared) > 0 THEN 'n_j' ELSE 'n_i' END AS counts_as,
       shared AS shared_references
ORDER BY counts_as, date, paper_id
LIMIT $limit
