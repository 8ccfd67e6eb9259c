// Folder of the server's data, on the machine where the server runs.
//
// mode:    read
// params:
// returns: folder

SHOW SETTINGS 'server.directories.data' YIELD value RETURN value AS folder
