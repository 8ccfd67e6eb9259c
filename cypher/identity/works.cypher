// Works that are shown of several records, with the ids that these share and where they disagree.
//
// mode:    read
// params:  disagreeing = false, limit = 100
// returns: work_id, title, records, cited_as, shared, disagree

MATCH (w:SameWork) WHERE size(w.papers) > 1 AND (NOT $disagreeing OR size(w.disagree) > 0)
WITH w ORDER BY w.id LIMIT $limit
MATCH (p:Paper {id: w.id})
RETURN w.id AS work_id, p.title AS title, w.papers AS records, w.works AS cited_as,
       w.kinds AS shared, w.disagree AS disagree
ORDER BY work_id
