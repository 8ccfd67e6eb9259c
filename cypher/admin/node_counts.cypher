// Number of nodes by label, from the count store.
//
// mode:    read
// params:
// returns: label, count

CALL () {
  MATCH (n:Work) WITH count(n) AS count RETURN "Work" AS label, count
  UNION ALL MATCH (n:Paper) WITH count(n) AS count RETURN "Paper" AS label, count
  UNION ALL MATCH (n:Author) WITH count(n) AS count RETURN "Author" AS label, count
  UNION ALL MATCH (n:Venue) WITH count(n) AS count RETURN "Venue" AS label, count
  UNION ALL MATCH (n:Field) WITH count(n) AS count RETURN "Field" AS label, count
  UNION ALL MATCH (n:Institution) WITH count(n) AS count RETURN "Institution" AS label, count
  UNION ALL MATCH (n:Artifact) WITH count(n) AS count RETURN "Artifact" AS label, count
  UNION ALL MATCH (n:Paragraph) WITH count(n) AS count RETURN "Paragraph" AS label, count
  UNION ALL MATCH (n:Contribution) WITH count(n) AS count RETURN "Contribution" AS label, count
  UNION ALL MATCH (n:Claim) WITH count(n) AS count RETURN "Claim" AS label, count
  UNION ALL MATCH (n:Community) WITH count(n) AS count RETURN "Community" AS label, count
}
RETURN label, count ORDER BY label
