// Number of relationships by type, from the count store.
//
// mode:    read
// params:
// returns: type, count

CALL () {
  MATCH ()-[r:CITES]->() WITH count(r) AS count RETURN "CITES" AS type, count
  UNION ALL MATCH ()-[r:AUTHORED]->() WITH count(r) AS count RETURN "AUTHORED" AS type, count
  UNION ALL MATCH ()-[r:PUBLISHED_IN]->() WITH count(r) AS count RETURN "PUBLISHED_IN" AS type, count
  UNION ALL MATCH ()-[r:IN_FIELD]->() WITH count(r) AS count RETURN "IN_FIELD" AS type, count
  UNION ALL MATCH ()-[r:AFFILIATED_WITH]->() WITH count(r) AS count RETURN "AFFILIATED_WITH" AS type, count
  UNION ALL MATCH ()-[r:RELEASED]->() WITH count(r) AS count RETURN "RELEASED" AS type, count
  UNION ALL MATCH ()-[r:REFERS_TO]->() WITH count(r) AS count RETURN "REFERS_TO" AS type, count
  UNION ALL MATCH ()-[r:HAS_PARAGRAPH]->() WITH count(r) AS count RETURN "HAS_PARAGRAPH" AS type, count
  UNION ALL MATCH ()-[r:MENTIONS]->() WITH count(r) AS count RETURN "MENTIONS" AS type, count
  UNION ALL MATCH ()-[r:CO_MENTIONED]->() WITH count(r) AS count RETURN "CO_MENTIONED" AS type, count
  UNION ALL MATCH ()-[r:CONTRIBUTES]->() WITH count(r) AS count RETURN "CONTRIBUTES" AS type, count
  UNION ALL MATCH ()-[r:ENABLED_BY]->() WITH count(r) AS count RETURN "ENABLED_BY" AS type, count
  UNION ALL MATCH ()-[r:GROUNDED_IN]->() WITH count(r) AS count RETURN "GROUNDED_IN" AS type, count
  UNION ALL MATCH ()-[r:HAS_CLAIM]->() WITH count(r) AS count RETURN "HAS_CLAIM" AS type, count
  UNION ALL MATCH ()-[r:IN_COMMUNITY]->() WITH count(r) AS count RETURN "IN_COMMUNITY" AS type, count
}
RETURN type, count ORDER BY type
