// Disruption of one paper explained: its index, its later papers, what each counts as, and what it shares.
//
// mode:    read
// params:  paper_id: paper, window_years = 5, before: day = null, limit = 1000
// returns: paper_id, title, date, counts_as, shared_references, cd, di, window_open
// source:  Funk and Owen-Smith (2017), doi:10.1287/mnsc.2015.2366
//
// Later papers count as n_i when they cite the paper and none of its references, as n_j when they
// cite both, as n_k when they cite references only. cd and di are those of the paper itself, the
// same in each row: (n_i - n_j) / (n_i + n_j + n_k), and without n_k, which is null when no later
// paper cites it; so is window_open, as in indicator/disruption. Without an earlier reference in
// the network nothing could be n_j. Later means after the paper, at most $window_years calendar
// years when given, before $before. Only references dated before the paper count. The list is
// ordered before its rows are made: a sort of rows that each hold the list would need memory for
// its square.

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
MATCH (f:Paper {id: $paper_id})
WHERE f.date IS NOT NULL AND ($before IS NULL OR f.date < date($before))
WITH f, covered,
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
WITH later, shared,
     CASE WHEN $window_years IS NOT NULL THEN last > covered END AS window_open,
     CASE WHEN NOT cites_focal THEN 'n_k' WHEN size(shared) > 0 THEN 'n_j' ELSE 'n_i' END AS counts_as
WITH later, shared, counts_as, window_open ORDER BY counts_as, later.date, later.id
WITH collect({later: later, shared: shared, counts_as: counts_as}) AS papers, window_open,
     toFloat(sum(CASE counts_as WHEN 'n_i' THEN 1 WHEN 'n_j' THEN -1 ELSE 0 END)) AS balance,
     sum(CASE counts_as WHEN 'n_k' THEN 0 ELSE 1 END) AS citing, count(*) AS number
UNWIND papers AS one
RETURN one.later.id AS paper_id, one.later.title AS title, one.later.date AS date,
       one.counts_as AS counts_as, one.shared AS shared_references,
       balance / number AS cd, CASE WHEN citing > 0 THEN balance / citing END AS di, window_open
LIMIT $limit
