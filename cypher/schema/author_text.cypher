// Search the words of author names.
//
// mode:    write
// params:
// returns:

CREATE FULLTEXT INDEX author_text IF NOT EXISTS FOR (n:Author) ON EACH [n.name]
