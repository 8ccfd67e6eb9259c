// Delete some works, authors, paragraphs, contributions, claims, communities and spare records.
//
// mode:    write
// params:  limit
// returns: nodes

MATCH (n:Work|Author|Paragraph|Contribution|Claim|Community|SpareRecord)
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS nodes
