// Search the words of all names of authors, and other spellings of these.
//
// mode:    write
// params:
// returns:

CREATE FULLTEXT INDEX author_names IF NOT EXISTS FOR (n:Author) ON EACH [n.name, n.names, n.spellings]
