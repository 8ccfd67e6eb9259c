// The simulations whose papers are in the graph.
//
// mode:    read
// params:
// returns: source, since, days, run, seed, parts, graph_fingerprint, papers, authors, citations, authorships, finished_at

MATCH (s:Simulation)
RETURN s.id AS source, s.since AS since, s.days AS days, s.run AS run, s.seed AS seed,
       s.parts AS parts, s.graph_fingerprint AS graph_fingerprint, s.papers AS papers,
       s.authors AS authors, s.citations AS citations, s.authorships AS authorships,
       s.finished_at AS finished_at
ORDER BY source
