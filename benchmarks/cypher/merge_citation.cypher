// One citation between known works, merged.
//
// mode:    write
// params:  citing, cited, day
// returns:
//
// A transaction for each, as the simplest program writes them: the peer of the loader.

MATCH (a:Work {id: $citing})
MATCH (b:Work {id: $cited})
MERGE (a)-[c:CITES]->(b)
ON CREATE SET c.day = $day
