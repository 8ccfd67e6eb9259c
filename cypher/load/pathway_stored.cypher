// Pathways that are there: their hash, who loaded them, and to which papers they lead.
//
// mode:    read
// params:  ids
// returns: id, digest, run, record, targets, grounds

UNWIND $ids AS id
MATCH (c:Contribution {id: id})
RETURN c.id AS id, c.record_hash AS digest, c.run AS run, c.record AS record,
       [(c)<-[:CONTRIBUTES]-(p:Paper) | p.id] AS targets,
       [(c)-[:ENABLED_BY]->(e:Contribution)-[g:GROUNDED_IN]->(p:Paper)
         | [e.id, p.id, g.is_canonical]] AS grounds
