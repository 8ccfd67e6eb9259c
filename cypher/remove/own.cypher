// Delete some works, authors, paragraphs, contributions, claims and records that are not shown.
//
// mode:    write
// params:  limit
// returns: nodes

MATCH (n:Work|Author|Paragraph|Contribution|Claim|SpareRecord)
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS nodes
