// Contributions with what enabled them; dates are those of the paper's year.
//
// mode:    write
// params:  rows, run
// returns:

UNWIND $rows AS r
CREATE (c:Contribution {id: r.id, kind: r.kind, text: r.text, date: r.date, day: r.day,
                        paper_ref: r.paper_ref, paper_title: r.paper_title,
                        record_hash: r.digest, record: r.record, run: $run})
WITH c, r
UNWIND r.steps AS s
CREATE (c)-[:ENABLED_BY {date: r.date, day: r.day, position: s.position, roles: s.roles,
                         rationale: s.rationale, evidence: s.evidence}]->
       (:Contribution {id: s.id, name: s.name, text: s.text, contribution: s.contribution,
                       date: r.date, day: r.day, unknown_papers: s.unknown})
