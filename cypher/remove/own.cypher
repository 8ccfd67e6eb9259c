// Delete some works, authors, paragraphs, contributions and claims with all that joins them.
//
// mode:    write
// params:  limit
// returns: nodes

MATCH (n:Work|Author|Paragraph|Contribution|Claim)
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS nodes
