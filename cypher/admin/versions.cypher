// Versions of the database.
//
// mode:    read
// params:
// returns: name, version, edition

CALL dbms.components() YIELD name, versions, edition
RETURN name, versions[0] AS version, edition ORDER BY name
