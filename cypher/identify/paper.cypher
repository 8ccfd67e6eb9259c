// Papers that an id names: the stored one, else an id at another source, else the end of a stored one.
//
// mode:    read
// params:  id, doi = null, before: day = null
// returns: id, name, year

OPTIONAL MATCH (kept:SourceRecord {owner: $id}) WHERE kept.type <> 'fulltext'
WITH coalesce(kept.work, $id) AS own
OPTIONAL MATCH (stored:Paper {id: own}) WHERE $before IS NULL OR stored.date < date($before)
CALL (stored) {
  MATCH (n:Paper) WHERE n = stored RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Paper {doi: $doi}) RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Paper {arxiv_id: $id}) RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Paper {acl_id: $id}) RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Paper {openalex_id: $id}) RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Paper {s2_id: $id}) RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Paper {pmid: $id}) RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (s:SourceRecord) WHERE s.type <> 'fulltext' AND s.owner ENDS WITH ':' + $id
  MATCH (n:Paper {id: s.work}) RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Paper) WHERE n.merged_ids CONTAINS $id AND $id IN split(n.merged_ids, ' ') RETURN n
  UNION
  UNWIND CASE WHEN stored IS NULL THEN [true] ELSE [] END AS other
  MATCH (n:Paper) WHERE n.id ENDS WITH ':' + $id RETURN n
}
WITH n WHERE $before IS NULL OR n.date < date($before)
RETURN n.id AS id, n.title AS name, n.date.year AS year
ORDER BY id
