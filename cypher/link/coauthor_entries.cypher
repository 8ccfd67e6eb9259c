// How large the co-authorship network can be: entries count each pair of each paper both ways.
//
// mode:    read
// params:  before = null
// returns: authorships, entries
//
// Pairs who wrote several papers together count for each, so this is a bound: it is read before the
// network is made inside the server, to refuse what would not fit.

MATCH (p:Paper)
WHERE p.date IS NOT NULL AND ($before IS NULL OR p.date < date($before))
WITH COUNT { (p)<-[:AUTHORED]-() } AS team
RETURN sum(team) AS authorships, sum(team * (team - 1)) AS entries
