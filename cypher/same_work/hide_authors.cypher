// Put those of the authors aside who are on no byline that is shown, but wrote simulated papers.
//
// mode:    write
// params:  ids
// returns:

UNWIND $ids AS id
MATCH (a:Author {id: id})
WHERE NOT EXISTS { (a)-[:AUTHORED]->(:Paper) } AND EXISTS { (a)-[:SIMULATED_AUTHORED]->() }
SET a:HiddenAuthor REMOVE a:Author
