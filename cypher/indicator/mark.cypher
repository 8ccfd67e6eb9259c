// Note for which graph stored numbers of papers were computed; null while they are being written.
//
// mode:    write
// params:  names, graph_fingerprint
// returns: marked
//
// Of all days: numbers as of a day are not stored.

UNWIND $names AS name
MERGE (i:Indicator {name: name})
SET i.graph_fingerprint = $graph_fingerprint
RETURN count(*) AS marked
