// Pathways that are there: their hash, who loaded them, and to how many papers they lead.
//
// mode:    read
// params:  ids
// returns: id, digest, run, record, papers

UNWIND $ids AS id
MATCH (c:Contribution {id: id})
RETURN c.id AS id, c.record_hash AS digest, c.run AS run, c.record AS record,
       COUNT { (c)<-[:CONTRIBUTES]-(:Paper) }
         + COUNT { (c)-[:ENABLED_BY]->(:Contribution)-[:GROUNDED_IN]->(:Paper) } AS papers
