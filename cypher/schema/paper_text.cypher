// Search the words of titles, other spellings of these, and abstracts.
//
// mode:    write
// params:
// returns:

CREATE FULLTEXT INDEX paper_text IF NOT EXISTS FOR (n:Paper) ON EACH [n.title, n.abstract, n.spellings]
