// Names of labels, relationship types and properties.
//
// mode:    read
// params:
// returns: name

CALL () {
  CALL db.labels() YIELD label RETURN label AS name
  UNION
  CALL db.relationshipTypes() YIELD relationshipType RETURN relationshipType AS name
  UNION
  CALL db.propertyKeys() YIELD propertyKey RETURN propertyKey AS name
}
RETURN name
ORDER BY name
