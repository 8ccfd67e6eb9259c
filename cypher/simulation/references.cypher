// What a simulated paper cites: real papers and simulated ones, the latest first.
//
// mode:    read
// params:  simulated
// returns: cited_id, title, date, is_simulated

MATCH (:SimulatedPaper {id: $simulated})-[:SIMULATED_CITES]->(cited)
RETURN cited.id AS cited_id, cited.title AS title, cited.date AS date,
       cited:SimulatedPaper AS is_simulated
ORDER BY date DESC, cited_id
