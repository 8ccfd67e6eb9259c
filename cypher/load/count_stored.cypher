// Papers whose counts may be stored, with those that were loaded by themselves.
//
// mode:    read
// params:  ids
// returns: id, counts

UNWIND $ids AS id
MATCH (p:Paper {id: id})
RETURN p.id AS id,
       [(p)<-[r:REFERS_TO {in_record: false}]-(a:Artifact) | [a.id, r.count, r.read_on, r.run]]
         AS counts
