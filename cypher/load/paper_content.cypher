// Records of papers as the graph holds them.
//
// mode:    read
// params:  ids
// returns: id, digest, run, own, venue, references, citations, authors, fields, released, referrals

UNWIND $ids AS id
MATCH (p:Paper {id: id})
RETURN p.id AS id, p.record_hash AS digest, p.record_run AS run,
       p {.title, .abstract, .day, .date_precision, .doi, .arxiv_id, .acl_id, .openalex_id, .s2_id, .pmid,
          .type, .is_retracted, .has_influential_only, .is_xpac, .merged_ids,
          .date_reason, first_date: toString(p.first_date)} AS own,
       head([(p)-[r:PUBLISHED_IN]->(v:Venue) | {id: v.id, name: r.name}]) AS venue,
       [(p)-[:CITES]->(w:Work) | w.id] AS references,
       [(p)-[r:CITES]->(w:Work)
        WHERE p.has_influential_only IS NULL
          AND (r.is_influential IS NOT NULL OR r.intents IS NOT NULL OR r.contexts IS NOT NULL)
        | {id: w.id, is_influential: r.is_influential, intents: coalesce(r.intents, []),
           contexts: coalesce(r.contexts, [])}] AS citations,
       [(p)<-[r:AUTHORED]-(a:Author) | {
         id: a.id, name: r.name, position: r.position, is_corresponding: r.is_corresponding,
         orcid: r.orcid, given_ids: r.given_ids,
         institutions: [(a)-[i:AFFILIATED_WITH {paper_id: p.id}]->(n:Institution)
                        | {id: n.id, name: i.name}]
       }] AS authors,
       [(p)-[r:IN_FIELD]->(f:Field)
        | {id: f.id, name: r.name, level: r.level, score: r.score, is_primary: r.is_primary}]
         AS fields,
       [(p)-[:RELEASED]->(a:Artifact) | {id: a.id, kind: a.kind, name: a.name}] AS released,
       [(p)<-[r:REFERS_TO {in_record: true}]-(a:Artifact) | {
         artifact: {id: a.id, kind: a.kind, name: r.name}, count: r.count,
         read_on: toString(r.read_on)
       }] AS referrals
