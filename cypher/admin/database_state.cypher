// What the server says of one of its databases; asked of the database ``system``.
//
// mode:    read
// params:  name
// returns: status, message

SHOW DATABASES YIELD name, currentStatus AS status, statusMessage AS message
WHERE name = $name
RETURN status, message
