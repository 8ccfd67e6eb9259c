// Claims that may be stored: whether their paper is there, and they themselves.
//
// mode:    read
// params:  rows
// returns: id, has_paper, has_claim, run

UNWIND $rows AS r
RETURN r.id AS id, EXISTS { MATCH (:Paper {id: r.paper_id}) } AS has_paper,
       EXISTS { MATCH (:Claim {id: r.id}) } AS has_claim,
       head(COLLECT { MATCH (c:Claim {id: r.id}) RETURN c.run }) AS run
