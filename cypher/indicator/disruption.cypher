// Counts of disruption of some papers: later papers that cite a paper, its references, or both.
//
// mode:    read
// params:  paper_ids: papers, window_years = 5, before: day = null
// returns: paper_id, n_i, n_j, n_k, window_open
// source:  Funk and Owen-Smith (2017), doi:10.1287/mnsc.2015.2366
//
// Later means after the focal paper, at most $window_years calendar years (null: any time) and
// before $before. References that are not dated before the focal paper do not count. Citing
// papers are tested against the list of references; asking for the two-hop set per citing paper
// takes three times as long.
// window_open tells that the window ends after the last day that the network covers: that of the
// newest paper or, as of a day, the day before $before, unless the newest paper is older than a
// year and than any pause between the hundred newest ones. It is null without a window.

CALL () {
  MATCH (p:Paper)
  WHERE p.date < coalesce(date($before), date('9999-12-31'))
  WITH p.date AS day ORDER BY day DESC LIMIT 100
  RETURN collect(day) AS days
}
WITH days[0] AS newest, reduce(longest = 366, i IN range(1, size(days) - 1) |
  CASE WHEN duration.inDays(days[i], days[i - 1]).days > longest
       THEN duration.inDays(days[i], days[i - 1]).days ELSE longest END) AS pause
WITH CASE WHEN duration.inDays(newest, date($before)).days <= pause
          THEN date($before) - duration({days: 1}) ELSE newest END AS covered
UNWIND $paper_ids AS paper_id
MATCH (f:Paper {id: paper_id})
WHERE f.date IS NOT NULL AND ($before IS NULL OR f.date < date($before))
WITH DISTINCT f, covered,
     CASE WHEN $window_years IS NULL THEN date('9999-12-31')
          ELSE f.date + duration({years: $window_years}) END AS last,
     [(f)-[:CITES]->(r:Paper) WHERE r.date < f.date | r] AS references
CALL (f, last, references) {
  MATCH (f)<-[c:CITES]-(later)
  WHERE c.date > f.date AND c.date <= last AND ($before IS NULL OR c.date < date($before))
  WITH later, EXISTS { (later)-[:CITES]->(r) WHERE r IN references } AS cites_both
  RETURN count(later) AS citing, count(CASE WHEN cites_both THEN 1 END) AS n_j
}
CALL (f, last, references) {
  UNWIND references AS r
  MATCH (r)<-[c:CITES]-(later)
  WHERE c.date > f.date AND c.date <= last AND ($before IS NULL OR c.date < date($before))
  RETURN count(DISTINCT later) AS citing_references
}
RETURN f.id AS paper_id, citing - n_j AS n_i, n_j, citing_references - n_j AS n_k,
       CASE WHEN $window_years IS NOT NULL THEN last > covered END AS window_open
ORDER BY paper_id
