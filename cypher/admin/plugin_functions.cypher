// Functions that are not the server's own: a plug-in's may do anything, also in a read.
//
// mode:    read
// params:
// returns: name

SHOW FUNCTIONS YIELD name, isBuiltIn
WHERE NOT isBuiltIn
RETURN name
ORDER BY name
