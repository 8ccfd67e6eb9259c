// how many papers are there
MATCH (n:Paper) RETURN count(n) AS papers

// how many citations are there (count store of relationships)
MATCH ()-[r:CITES]->() RETURN count(r) AS citations

// how many papers per year
MATCH (p:Paper) RETURN p.date.year AS year, count(*) AS papers ORDER BY year

// who cites this paper
MATCH (p:Paper {id: $paper_id})<-[c:CITES]-(q:Paper)
RETURN q.id AS id, q.title AS title, c.date AS cited_on
ORDER BY cited_on, id

// reference list of a paper, with works that have no record
MATCH (:Paper {id: $paper_id})-[:CITES]->(w:Work)
RETURN w.id AS id, w:Paper AS has_record, coalesce(w.title, '(no record)') AS title
ORDER BY id

// most cited papers
MATCH (p:Paper)<-[:CITES]-(q)
RETURN p.id AS id, p.title AS title, count(q) AS cites
ORDER BY cites DESC, id LIMIT $limit

// most cited papers by the degree idiom
MATCH (p:Paper)
WITH p, COUNT { (p)<-[:CITES]-() } AS indegree
ORDER BY indegree DESC, p.id
LIMIT 20
RETURN p.id, indegree

// cited works without a record, by how often they are cited
MATCH (w:Work&!Paper)<-[:CITES]-(p)
RETURN w.id AS work, count(DISTINCT p) AS times
ORDER BY times DESC, work LIMIT 25

// papers that nobody cites
MATCH (p:Paper)
WHERE NOT (p)<-[:CITES]-()
RETURN p.id AS id ORDER BY id LIMIT 50

// papers that cite nothing
MATCH (p:Paper)
WHERE NOT (p)-[:CITES]->()
RETURN count(p) AS without_references

// isolated papers, neither citing nor cited
MATCH (p:Paper) WHERE NOT (p)-[:CITES]-() RETURN p.id ORDER BY p.id LIMIT 100

// publication list of an author
MATCH (a:Author {id: $author_id})-[w:AUTHORED]->(p:Paper)
RETURN p.date AS date, p.title AS title, w.position AS position, p.id AS id
ORDER BY date DESC, id

// first authored papers of an author
MATCH (a:Author {id: $author_id})-[w:AUTHORED WHERE w.position = 1]->(p:Paper)
RETURN p.id AS id, p.title AS title ORDER BY id

// first author of each paper (the smallest position that there is)
MATCH (a:Author)-[w:AUTHORED]->(p:Paper)
WITH p, a, w ORDER BY p.id, w.position, a.id
WITH p, collect(a)[0] AS first
RETURN p.id AS paper, first.id AS author
ORDER BY paper LIMIT 100

// coauthors of an author with the number of joint papers
MATCH (a:Author {id: $author_id})-[:AUTHORED]->(p)<-[:AUTHORED]-(b:Author)
RETURN b.id AS coauthor, b.name AS name, count(DISTINCT p) AS joint
ORDER BY joint DESC, coauthor

// authors with most coauthors
MATCH (a:Author)-[:AUTHORED]->(:Paper)<-[:AUTHORED]-(b:Author)
WHERE a <> b
RETURN a.id AS author, count(DISTINCT b) AS coauthors
ORDER BY coauthors DESC, author LIMIT 20

// most productive authors
MATCH (a:Author)-[:AUTHORED]->(p:Paper)
WITH a, count(p) AS n
WHERE n >= 2
RETURN a.id AS id, a.name AS name, n
ORDER BY n DESC, id LIMIT $limit

// h-index of an author
MATCH (a:Author {id: $author_id})-[:AUTHORED]->(p:Paper)
WITH a, p, COUNT { (p)<-[:CITES]-(:Paper) } AS c
ORDER BY c DESC, p.id
WITH a, collect(c) AS cs
RETURN a.id AS author, size([i IN range(0, size(cs) - 1) WHERE cs[i] >= i + 1]) AS h

// number of papers of each venue by year
MATCH (v:Venue)<-[r:PUBLISHED_IN]-(p:Paper)
RETURN v.id AS venue, r.date.year AS year, count(p) AS papers
ORDER BY venue, year LIMIT 200

// the biggest venues
MATCH (v:Venue)<-[:PUBLISHED_IN]-(p)
RETURN v.name AS venue, v.id AS id, count(p) AS papers
ORDER BY papers DESC, id LIMIT $limit

// mean citations per paper of each venue, papers without citations included
MATCH (v:Venue)<-[:PUBLISHED_IN]-(p:Paper)
OPTIONAL MATCH (p)<-[c:CITES]-()
WITH v, p, count(c) AS cites
RETURN v.id AS venue, count(p) AS papers, round(avg(cites), 4) AS mean_cites, max(cites) AS most
ORDER BY mean_cites DESC, venue LIMIT 30

// median, 90th percentile and deviation of citation counts
MATCH (p:Paper)
WITH COUNT { (p)<-[:CITES]-() } AS c
RETURN percentileCont(c, 0.5) AS median, percentileDisc(c, 0.9) AS p90, round(stDev(c), 4) AS sd, min(c) AS lowest, max(c) AS highest

// co-citation partners of a paper
MATCH (p:Paper {id: $paper_id})<-[:CITES]-(x:Paper)-[:CITES]->(q:Work)
WHERE q <> p
RETURN q.id AS partner, count(DISTINCT x) AS strength
ORDER BY strength DESC, partner LIMIT 20

// bibliographic coupling with a paper
MATCH (p:Paper {id: $paper_id})-[:CITES]->(r:Work)<-[:CITES]-(q:Paper)
WHERE p.id <> q.id
WITH q, count(DISTINCT r) AS shared
RETURN q.id AS id, q.title AS title, shared
ORDER BY shared DESC, id LIMIT 20

// Jaccard coupling of a paper with those that share references
MATCH (p:Paper {id: $paper_id})-[:CITES]->(r)<-[:CITES]-(q:Paper)
WITH p, q, count(r) AS both
WITH q, both, COUNT { (p)-[:CITES]->() } AS np, COUNT { (q)-[:CITES]->() } AS nq
RETURN q.id AS id, both, round(toFloat(both) / (np + nq - both), 6) AS jaccard
ORDER BY jaccard DESC, id LIMIT 15

// strongest co-cited pairs in the whole network
MATCH (a:Paper)<-[:CITES]-(x)-[:CITES]->(b:Paper)
WHERE a.id < b.id
RETURN a.id AS a, b.id AS b, count(x) AS n
ORDER BY n DESC, a, b LIMIT 20

// works within three citations downstream of a paper
MATCH (p:Paper {id: $paper_id})-[:CITES*1..3]->(w)
RETURN count(DISTINCT w) AS reached

// all papers that build on a paper within two steps, with the smallest distance
MATCH path = (p:Paper {id: $paper_id})<-[:CITES*1..2]-(q:Paper)
RETURN q.id AS id, min(length(path)) AS distance
ORDER BY distance, id LIMIT 200

// the same with a quantified path pattern
MATCH (p:Paper {id: $paper_id}) ((older)<-[:CITES]-(newer)){1,2} (q:Paper)
RETURN DISTINCT q.id AS id ORDER BY id LIMIT 200

// everything reachable by citations from a paper (quantifier plus)
MATCH (p:Paper {id: $paper_id})-[:CITES]->+(w:Work)
RETURN count(DISTINCT w) AS ancestors

// shortest citation distance between two well-cited papers
MATCH (a:Paper {id: $paper_id})
MATCH (b:Paper) WHERE b.id <> a.id
MATCH s = shortestPath((a)-[:CITES*..5]-(b))
RETURN b.id AS id, length(s) AS hops
ORDER BY hops, id LIMIT 40

// all shortest coauthor chains from an author to those of the same name part
MATCH (a:Author {id: $author_id}), (b:Author)
WHERE a <> b AND toLower(b.name) CONTAINS toLower($name)
MATCH s = allShortestPaths((a)-[:AUTHORED*..6]-(b))
RETURN b.id AS other, length(s) / 2 AS distance, count(*) AS chains
ORDER BY distance, other LIMIT 30

// collaboration distance with SHORTEST 1
MATCH (a:Author {id: $author_id})
MATCH (b:Author WHERE b.id <> $author_id)
MATCH s = SHORTEST 1 (a)-[:AUTHORED]-+(b)
RETURN b.id AS author, length(s) / 2 AS erdos
ORDER BY erdos, author LIMIT 50

// number of shortest citation chains down to each reachable work
MATCH (a:Paper {id: $paper_id})
MATCH s = ALL SHORTEST (a)-[:CITES]->{1,4}(w:Work)
RETURN w.id AS work, length(s) AS len, count(*) AS chains
ORDER BY len, chains DESC, work LIMIT 50

// papers whose title contains a word
MATCH (p:Paper)
WHERE toLower(p.title) CONTAINS toLower($name)
RETURN p.id AS id, p.title AS title ORDER BY id LIMIT 50

// full text search, by id
CALL db.index.fulltext.queryNodes('paper_text', $words) YIELD node, score
RETURN node.id AS id, node.title AS title
ORDER BY id LIMIT 100

// full text search with the citation count of what is found
CALL db.index.fulltext.queryNodes('paper_text', $words) YIELD node AS hit
MATCH (hit)<-[:CITES]-(q)
RETURN hit.id AS id, count(q) AS cites ORDER BY cites DESC, id LIMIT 20

// how many papers match words, per year
CALL db.index.fulltext.queryNodes("paper_text", $words)
YIELD node
WITH node.date.year AS year, count(*) AS n
RETURN year, n ORDER BY year

// authors by name
MATCH (a:Author) WHERE a.name STARTS WITH $name
RETURN a.id AS id, a.name AS name ORDER BY name, id LIMIT $limit

// main field of a paper
MATCH (p:Paper {id: $paper_id})-[i:IN_FIELD]->(f:Field)
RETURN f.level AS level, f.name AS field, f.id AS id, i.score AS score, i.is_primary AS is_primary
ORDER BY level, is_primary DESC, score DESC, id

// papers per field at each level
MATCH (f:Field)<-[:IN_FIELD]-(p:Paper)
RETURN f.level AS level, f.id AS field, count(DISTINCT p) AS papers
ORDER BY level, papers DESC, field LIMIT 100

// field to field citation matrix
MATCH (f:Field)<-[:IN_FIELD]-(p:Paper)-[:CITES]->(q:Paper)-[:IN_FIELD]->(g:Field)
WHERE f.level = g.level
RETURN f.id AS citing_field, g.id AS cited_field, count(*) AS n
ORDER BY n DESC, citing_field, cited_field LIMIT 100

// institutions by number of people ever affiliated
MATCH (i:Institution)<-[:AFFILIATED_WITH]-(a:Author)
RETURN i.id AS id, i.name AS institution, count(DISTINCT a) AS people
ORDER BY people DESC, id LIMIT 20

// where an author worked, with first and last statement
MATCH (:Author {id: $author_id})-[w:AFFILIATED_WITH]->(i:Institution)
RETURN i.id AS institution, min(w.date) AS since, max(w.date) AS until, count(w.paper_id) AS papers
ORDER BY since, institution

// collaboration between institutions on the same paper
MATCH (i:Institution)<-[x:AFFILIATED_WITH]-(:Author)-[:AUTHORED]->(p:Paper)<-[:AUTHORED]-(:Author)-[y:AFFILIATED_WITH]->(j:Institution)
WHERE x.paper_id = p.id AND y.paper_id = p.id AND i.id < j.id
RETURN i.id AS i, j.id AS j, count(DISTINCT p) AS joint
ORDER BY joint DESC, i, j LIMIT 20

// paragraphs of a paper that mention something, in reading order
MATCH (p:Paper {id: $paper_id})-[:HAS_PARAGRAPH]->(para:Paragraph)-[m:MENTIONS]->(w:Work)
RETURN para.position AS position, para.section AS section, m.start AS start, w.id AS mentioned
ORDER BY position, start, mentioned

// in which sections is a paper mentioned
MATCH (w:Work {id: $paper_id})<-[:MENTIONS]-(para:Paragraph)
RETURN coalesce(para.section, '?') AS section, count(*) AS mentions
ORDER BY mentions DESC, section

// texts in which a paper is mentioned
MATCH (w:Work {id: $paper_id})<-[m:MENTIONS]-(para:Paragraph)<-[:HAS_PARAGRAPH]-(q:Paper)
RETURN q.id AS citing, para.id AS para, substring(para.text, m.start, m.end - m.start) AS words
ORDER BY citing, para, m.start LIMIT 50

// papers mentioned in the same paragraph as a paper
MATCH (p:Paper {id: $paper_id})-[c:CO_MENTIONED]-(q:Paper)
RETURN q.id AS id, sum(c.count) AS together, count(c) AS citing_papers, max(size(c.paragraph_ids)) AS widest
ORDER BY together DESC, id LIMIT 30

// communities and their size as counted now
MATCH (c:Community)<-[:IN_COMMUNITY]-(p:Paper)
RETURN c.id AS community, c.name AS name, c.size AS stated, count(p) AS members
ORDER BY members DESC, community LIMIT 20

// released artifacts of papers
MATCH (p:Paper)-[r:RELEASED]->(x:Artifact)
RETURN x.id AS artifact, x.kind AS kind, x.name AS name, p.id AS paper, r.date AS released
ORDER BY released, artifact, paper LIMIT 50

// patents, news and policy papers that mention a paper
MATCH (x:Artifact)-[r:REFERS_TO]->(p:Paper {id: $paper_id})
WHERE r.count IS NULL
RETURN x.kind AS kind, r.name AS name, r.date AS date, x.id AS id
ORDER BY date, kind, id

// artifacts by kind
MATCH (x:Artifact) RETURN x.kind AS kind, count(*) AS n ORDER BY n DESC, kind

// what a paper contributes and what that was enabled by
MATCH (p:Paper {id: $paper_id})-[:CONTRIBUTES]->(c:Contribution)
OPTIONAL MATCH (c)-[:ENABLED_BY]->(e:Contribution)-[:GROUNDED_IN]->(g:Paper)
RETURN c.id AS contribution, c.kind AS kind, e.id AS enabled_by, g.id AS grounded_in
ORDER BY contribution, enabled_by, grounded_in

// claims of papers
MATCH (p:Paper)-[:HAS_CLAIM]->(k:Claim)
RETURN p.id AS paper, k.id AS claim, k.text AS text ORDER BY paper, claim LIMIT 50

// team size by year
MATCH (p:Paper)<-[:AUTHORED]-(a:Author)
WITH p, count(a) AS team
RETURN p.date.year AS year, round(avg(team), 4) AS mean_team, max(team) AS largest, count(p) AS papers
ORDER BY year

// share of single-author papers
MATCH (p:Paper)
WITH COUNT { (p)<-[:AUTHORED]-(:Author) } AS team
WHERE team > 0
RETURN count(*) AS papers, sum(CASE WHEN team = 1 THEN 1 ELSE 0 END) AS single

// self-citations of an author
MATCH (a:Author {id: $author_id})-[:AUTHORED]->(p:Paper)-[c:CITES]->(q:Paper)<-[:AUTHORED]-(a)
RETURN p.id AS citing, q.id AS cited, c.date AS date ORDER BY citing, cited

// papers that cite each other
MATCH (a:Paper)-[:CITES]->(b:Paper)-[:CITES]->(a)
WHERE a.id < b.id
RETURN a.id AS a, b.id AS b ORDER BY a, b

// citations against time
MATCH (a:Paper)-[c:CITES]->(b:Paper)
WHERE a.date < b.date
RETURN a.id AS citing, b.id AS cited, duration.inDays(a.date, b.date).days AS days
ORDER BY days DESC, citing, cited LIMIT 50

// age of references in years
MATCH (a:Paper)-[:CITES]->(b:Paper)
WITH a.date.year - b.date.year AS age
RETURN age, count(*) AS n ORDER BY age

// citations of a paper by year and running total
MATCH (:Paper {id: $paper_id})<-[c:CITES]-()
WITH c.date.year AS year, count(*) AS n ORDER BY year
WITH collect({year: year, n: n}) AS rows
UNWIND range(0, size(rows) - 1) AS i
RETURN rows[i].year AS year, rows[i].n AS n, reduce(t = 0, r IN rows[0..i + 1] | t + r.n) AS total
ORDER BY year

// triangles: papers cited by a paper and by one of its references
MATCH (p:Paper {id: $paper_id})-[:CITES]->(r:Paper)-[:CITES]->(w:Work), (p)-[:CITES]->(w)
RETURN r.id AS via, w.id AS work ORDER BY via, work

// map projection of a paper with its authors
MATCH (p:Paper {id: $paper_id})
RETURN p {.id, .title, .date, authors: COLLECT { MATCH (p)<-[w:AUTHORED]-(a) RETURN a.name ORDER BY w.position, a.id }} AS paper

// number of papers per quarter
MATCH (p:Paper)
WITH date.truncate('quarter', p.date) AS quarter, p
RETURN toString(quarter) AS quarter, count(p) AS n ORDER BY quarter

// longest titles
MATCH (p:Paper) WHERE p.title IS NOT NULL
RETURN p.id AS id, size(p.title) AS characters, size(split(p.title, ' ')) AS words
ORDER BY characters DESC, id LIMIT 10

// most frequent words in titles
MATCH (p:Paper)
UNWIND split(toLower(p.title), ' ') AS word
WITH trim(word) AS word, count(*) AS n
WHERE size(word) > 3
RETURN word, n ORDER BY n DESC, word LIMIT 30

// how many papers have a DOI, an arXiv id, an ACL id, an abstract
MATCH (p:Paper)
RETURN count(*) AS papers, count(p.doi) AS doi, count(p.arxiv_id) AS arxiv, count(p.acl_id) AS acl, count(p.abstract) AS abstracts

// precision of dates
MATCH (p:Paper) RETURN coalesce(p.date_precision, 'none') AS precision, count(*) AS n ORDER BY precision

// papers with the same title
MATCH (p:Paper) WHERE p.title <> ''
WITH toLower(p.title) AS title, p ORDER BY p.id
WITH title, collect(p.id) AS ids
WHERE size(ids) > 1
RETURN title, ids ORDER BY title LIMIT 50

// authors who publish in a venue most often
MATCH (v:Venue {id: $venue_id})<-[:PUBLISHED_IN]-(p:Paper)<-[:AUTHORED]-(a:Author)
RETURN a.id AS id, count(DISTINCT p) AS papers ORDER BY papers DESC, id LIMIT 20

// venues that cite a venue
MATCH (v:Venue {id: $venue_id})<-[:PUBLISHED_IN]-(:Paper)<-[c:CITES]-(:Paper)-[:PUBLISHED_IN]->(w:Venue)
RETURN w.id AS venue, count(c) AS n ORDER BY n DESC, venue LIMIT 20

// 2-year impact of a venue, by year of citation
MATCH (v:Venue {id: $venue_id})<-[:PUBLISHED_IN]-(p:Paper)<-[c:CITES]-()
WHERE c.date.year - p.date.year IN [1, 2]
RETURN c.date.year AS year, count(c) AS cites, count(DISTINCT p) AS cited_papers ORDER BY year

// labels and how many nodes have each
MATCH (n) UNWIND labels(n) AS label RETURN label, count(*) AS n ORDER BY label

// relationship types and how many there are
MATCH ()-[r]->() RETURN type(r) AS type, count(*) AS n ORDER BY type

// schema as it occurs: from label, type, to label
MATCH (a)-[r]->(b)
UNWIND labels(a) AS from_label UNWIND labels(b) AS to_label
RETURN from_label, type(r) AS type, to_label, count(*) AS n ORDER BY from_label, type, to_label

// properties that papers have
MATCH (p:Paper) UNWIND keys(p) AS key RETURN key, count(*) AS n ORDER BY key

// relationship properties by type
MATCH ()-[r]->() UNWIND keys(r) AS k RETURN DISTINCT type(r) AS t, k ORDER BY t, k

// everything around a paper, one hop
MATCH (p:Paper {id: $paper_id})-[r]-(n)
RETURN type(r) AS type, startNode(r) = p AS outgoing, n.id AS id ORDER BY type, outgoing, id

// references that are mentioned more than once in the text
MATCH (p:Paper)-[c:CITES WHERE c.mentions > 1]->(w)
RETURN p.id AS paper, w.id AS work, c.mentions AS mentions ORDER BY mentions DESC, paper, work LIMIT 30

// papers in a venue or by an author (UNION)
CALL () {
  MATCH (:Venue {id: $venue_id})<-[:PUBLISHED_IN]-(p:Paper) RETURN p
  UNION
  MATCH (:Author {id: $author_id})-[:AUTHORED]->(p:Paper) RETURN p
}
RETURN p.id AS id, p.title AS title ORDER BY id LIMIT 200

// size of the network in rows (UNION ALL)
MATCH (n:Paper) RETURN 'papers' AS what, count(n) AS n
UNION ALL
MATCH (n:Author) RETURN 'authors' AS what, count(n) AS n
UNION ALL
MATCH (n:Venue) RETURN 'venues' AS what, count(n) AS n
UNION ALL
MATCH (n:Work&!Paper) RETURN 'unknown works' AS what, count(n) AS n

// recommended readings: cited by those who cite what I cite, not yet cited by me
MATCH (me:Paper {id: $paper_id})-[:CITES]->(r)<-[:CITES]-(peer:Paper)-[:CITES]->(rec:Paper)
WHERE me <> rec AND me <> peer AND NOT (me)-[:CITES]->(rec)
RETURN rec.id AS id, count(DISTINCT peer) AS peers ORDER BY peers DESC, id LIMIT 10

// sleeping papers: years between publication and first citation
MATCH (p:Paper)<-[c:CITES]-()
WITH p, min(c.date) AS first
RETURN p.id AS id, duration.between(p.date, first).years AS years
ORDER BY years DESC, id LIMIT 20

// papers cited by at least three venues
MATCH (p:Paper)
WHERE COUNT { MATCH (p)<-[:CITES]-(:Paper)-[:PUBLISHED_IN]->(v:Venue) RETURN DISTINCT v } >= 3
RETURN p.id AS id ORDER BY id LIMIT 100

// papers with an author who has an affiliation
MATCH (p:Paper)
WHERE EXISTS { (p)<-[:AUTHORED]-(:Author)-[:AFFILIATED_WITH]->(:Institution) }
RETURN count(p) AS n

// the latest paper of every author of a paper
MATCH (:Paper {id: $paper_id})<-[w:AUTHORED]-(a:Author)
CALL (a) {
  MATCH (a)-[:AUTHORED]->(q:Paper)
  RETURN q ORDER BY q.date DESC, q.id LIMIT 1
}
RETURN a.id AS author, w.position AS position, q.id AS latest ORDER BY position, author

// three most cited papers of each venue (old style subquery)
MATCH (v:Venue)
CALL {
  WITH v
  MATCH (v)<-[:PUBLISHED_IN]-(p:Paper)
  WITH p, COUNT { (p)<-[:CITES]-() } AS c
  ORDER BY c DESC, p.id LIMIT 3
  RETURN p.id AS paper, c
}
RETURN v.id AS venue, paper, c ORDER BY venue, c DESC, paper LIMIT 90

// career length of authors
MATCH (a:Author)-[w:AUTHORED]->(:Paper)
WITH a, min(w.date) AS first, max(w.date) AS last, count(*) AS n
RETURN a.id AS author, first, last, last.year - first.year AS years, n
ORDER BY years DESC, n DESC, author LIMIT 20

// names under which an author signed
MATCH (a:Author {id: $author_id})-[w:AUTHORED]->()
RETURN coalesce(w.name, a.name) AS signed, count(*) AS n ORDER BY n DESC, signed

// works between a paper and the papers two steps away, with the chain
MATCH path = (:Paper {id: $paper_id})-[:CITES]->(:Paper)-[:CITES]->(:Work)
RETURN [n IN nodes(path) | n.id] AS chain, [r IN relationships(path) | r.date.year] AS years
ORDER BY chain LIMIT 100

// share of references of a paper that are unknown works
MATCH (p:Paper)-[:CITES]->(w:Work)
WITH p, count(w) AS refs, count(CASE WHEN NOT w:Paper THEN 1 END) AS unknown
RETURN p.id AS id, refs, unknown, round(100.0 * unknown / refs, 2) AS percent
ORDER BY percent DESC, refs DESC, id SKIP 5 LIMIT 20

// distribution of in-degree
MATCH (w:Work)
WITH size([(w)<-[:CITES]-(q) | q.id]) AS k
RETURN k, count(*) AS works ORDER BY k

// papers with `strange` names for columns
MATCH (`the paper`:Paper {id: $paper_id})-[`cites it`:CITES]->(`cited work`)
RETURN `cited work`.id AS `the cited work`, `cites it`.date AS `on day` ORDER BY `the cited work`

// comments in the statement; common neighbours of two authors
/* who wrote with both? MATCH (x) is not code here */
MATCH (a:Author {id: $author_id})-[:AUTHORED]->()<-[:AUTHORED]-(b:Author) // joint work
WHERE b.name <> '// not a comment'
MATCH (b)-[:AUTHORED]->()<-[:AUTHORED]-(c:Author)
WHERE c <> a AND NOT (a)-[:AUTHORED]->()<-[:AUTHORED]-(c)
RETURN c.id AS friend_of_friend, count(DISTINCT b) AS via ORDER BY via DESC, friend_of_friend LIMIT 20

// disruptive kind of counts for a paper: cites it only, cites both
MATCH (f:Paper {id: $paper_id})<-[:CITES]-(x:Paper)
WITH f, x, EXISTS { (x)-[:CITES]->()<-[:CITES]-(f) } AS both
RETURN both, count(x) AS n ORDER BY both

// stored disruption and how it is spread
MATCH (p:Paper) WHERE p.cd IS NOT NULL
RETURN count(p) AS n, round(avg(p.cd), 6) AS mean, min(p.cd) AS lowest, max(p.cd) AS highest

// papers with neighbours of every kind: per type degree
MATCH (p:Paper {id: $paper_id})
RETURN COUNT { (p)-[:CITES]->() } AS refs, COUNT { (p)<-[:CITES]-() } AS cites, COUNT { (p)<-[:AUTHORED]-() } AS authors,
       COUNT { (p)-[:HAS_PARAGRAPH]->() } AS paragraphs, COUNT { (p)--() } AS degree

// papers that cite works of two given sources: an author and a venue
MATCH (q:Paper)-[:CITES]->(:Paper)<-[:AUTHORED]-(:Author {id: $author_id}),
      (q)-[:CITES]->(:Paper)-[:PUBLISHED_IN]->(:Venue {id: $venue_id})
RETURN DISTINCT q.id AS id ORDER BY id

// collect the papers of an author, unwind them again, and look at all neighbours
MATCH (:Author {id: $author_id})-[:AUTHORED]->(n:Paper)
WITH collect(n) AS ns UNWIND ns AS n
MATCH (n)--(m)
RETURN n.id AS paper, labels(m)[0] IS NOT NULL AS labelled, count(DISTINCT m) AS neighbours ORDER BY paper, labelled

// neighbours of nodes that were only reached through a path variable
MATCH path = (:Paper {id: $paper_id})-[:CITES]->()
UNWIND nodes(path) AS x
MATCH (x)<-[:CITES]-(y)
RETURN x.id AS x, count(DISTINCT y) AS citing ORDER BY x

// degree of the end of each relationship of a path
MATCH path = (:Author {id: $author_id})-[*1..2]-()
UNWIND relationships(path) AS r
WITH DISTINCT r, startNode(r) AS s, endNode(r) AS e
RETURN type(r) AS type, s.id AS s, e.id AS e, COUNT { (e)--() } AS degree ORDER BY type, s, e LIMIT 300

// rename by WITH and count twice
MATCH (p:Paper {id: $paper_id})
WITH p AS q
WITH q AS p, COUNT { (q)<--() } AS incoming
MATCH (p)<-[r]-(q)
RETURN incoming, count(r) AS again, count(DISTINCT q) AS nodes

// the name p is a paper outside and an author inside
MATCH (p:Paper {id: $paper_id})
CALL (p) {
  WITH p AS q
  MATCH (q)<-[:AUTHORED]-(p:Author)
  RETURN count(p) AS authors, collect(DISTINCT p.id) IS NOT NULL AS ok
}
RETURN p.id AS id, authors, ok

// a subquery that imports nothing and uses the same name for something else
MATCH (n:Author {id: $author_id})
CALL () { MATCH (n:Paper)-[:CITES]->(m) RETURN count(n) AS cites, count(DISTINCT m) AS cited }
RETURN n.id AS author, cites, cited

// CASE WHEN EXISTS: cited or not, by year
MATCH (p:Paper)
RETURN p.date.year AS year,
       sum(CASE WHEN EXISTS { (p)<-[:CITES]-() } THEN 1 ELSE 0 END) AS cited,
       sum(CASE WHEN NOT EXISTS { MATCH (p)<-[:CITES]-(q) WHERE q:Paper } THEN 1 ELSE 0 END) AS uncited
ORDER BY year

// ORDER BY a subquery that is not returned
MATCH (p:Paper)
RETURN p.id AS id
ORDER BY COUNT { (p)<-[:CITES]-() } DESC, COUNT { (p)-[:CITES]->() } DESC, id LIMIT 15

// label tests in WHERE instead of in the pattern
MATCH (n)-[r]->(m)
WHERE n:Paper AND NOT m:Paper AND m:Work
RETURN type(r) AS type, count(*) AS n, count(DISTINCT m) AS works ORDER BY type

// known and unknown works by label expression, how often cited
MATCH (w:Paper|Work)
RETURN CASE WHEN w:Paper THEN 'record' ELSE 'no record' END AS kind, count(w) AS works, sum(COUNT { (w)<-[:CITES]-() }) AS cites
ORDER BY kind

// a cited work whose title is known
MATCH (p:Paper {id: $paper_id})-[:CITES]->(w)
RETURN w.title IS NOT NULL AS has_title, w.date IS NOT NULL AS has_date, w:Paper AS is_paper, count(*) AS n
ORDER BY has_title, has_date, is_paper

// three subqueries deep: for each venue the citations of papers of its authors
MATCH (v:Venue {id: $venue_id})
CALL (v) {
  MATCH (v)<-[:PUBLISHED_IN]-(p:Paper)
  CALL (p) {
    MATCH (p)<-[:AUTHORED]-(a:Author)
    CALL (a) {
      MATCH (a)-[:AUTHORED]->(o)<-[:CITES]-(x)
      RETURN count(DISTINCT x) AS cites
    }
    RETURN sum(cites) AS s, count(a) AS team
  }
  RETURN p.id AS paper, s, team
}
RETURN v.name AS venue, paper, s, team ORDER BY s DESC, paper LIMIT 50

// exists in exists in exists
MATCH (a:Author)
WHERE EXISTS {
  MATCH (a)-[:AUTHORED]->(p)
  WHERE EXISTS {
    MATCH (p)<-[:CITES]-(q)
    WHERE EXISTS { (q)<-[:CITES]-(:Paper)<-[:AUTHORED]-(a) }
  }
}
RETURN a.id AS id ORDER BY id LIMIT 100

// everything with WITH * and RETURN *
MATCH (a:Author {id: $author_id})-[w:AUTHORED]->(p)
WITH *, COUNT { (p)<-[:CITES]-() } AS cites
WITH a.id AS author, p.id AS paper, w.position AS position, cites
RETURN * ORDER BY paper

// all properties of a paper as a map, its stored numbers included
MATCH (p:Paper {id: $paper_id})
UNWIND keys(properties(p)) AS k
RETURN k AS property, p[k] AS value ORDER BY property

// stored citation count against the counted one
MATCH (p:Paper)
WITH p, COUNT { (p)<-[:CITES]-() } AS counted
RETURN p.id AS id, p.citations AS stored, counted, p.citations = counted AS same
ORDER BY counted DESC, id LIMIT 50

// map projection with all properties of an author and the count of papers
MATCH (a:Author {id: $author_id})
RETURN a {.*, papers: COUNT { (a)-[:AUTHORED]->() }, citing: COUNT { (a)-[:AUTHORED]->()<-[:CITES]-() }} AS author

// authors without any paper, venues without any, fields without any
MATCH (n:Author|Venue|Field|Institution)
WHERE NOT (n)--()
UNWIND labels(n) AS label
RETURN label, count(*) AS alone ORDER BY label

// all nodes, however labelled, that touch nothing
MATCH (n) WHERE NOT EXISTS { (n)--() } RETURN count(n) AS isolated

// undirected, untyped, without labels: number of paths of two steps at a paper
MATCH (a {id: $paper_id})--(b)--(c)
RETURN count(*) AS paths, count(DISTINCT b) AS near, count(DISTINCT c) AS far

// two step neighbourhood by kind of end and types on the way
MATCH path = ({id: $paper_id})-[*2]-(e)
RETURN [r IN relationships(path) | type(r)] AS types, count(DISTINCT e) AS ends ORDER BY types

// condition inside a quantified path pattern
MATCH (p:Paper {id: $paper_id}) ((x)-[c:CITES]->(y) WHERE c.date.year - y.date.year <= 5){1,3} (z)
RETURN z.id AS id, count(*) AS chains, max(size(c)) AS longest ORDER BY chains DESC, id LIMIT 100

// a subquery inside a quantified path pattern: only through well-cited works
MATCH (p:Paper {id: $paper_id}) ((x)-[:CITES]->(y) WHERE COUNT { (y)<-[:CITES]-() } >= 5){1,3} (z:Work)
RETURN DISTINCT z.id AS id ORDER BY id LIMIT 100

// group variables of a quantified path pattern used afterwards
MATCH (:Author {id: $author_id})-[:AUTHORED]->(s:Paper) ((older)<-[cs:CITES]-(newer)){1,3} (:Paper)
UNWIND newer AS n
WITH s, n, count(*) AS through
MATCH (n)-[:PUBLISHED_IN]->(v)
RETURN s.id AS start, v.id AS venue, sum(through) AS weight ORDER BY weight DESC, start, venue LIMIT 50

// alternation of types of variable length, then a count at each node
MATCH path = (:Author {id: $author_id})-[:AUTHORED|CITES*2..3]-(z)
WITH nodes(path) AS ns
UNWIND ns AS n
WITH DISTINCT n
RETURN CASE WHEN n:Paper THEN 'paper' WHEN n:Author THEN 'author' ELSE 'work' END AS kind, count(n) AS nodes,
       sum(COUNT { (n)-[:CITES|AUTHORED]-() }) AS degree
ORDER BY kind

// pattern comprehension within pattern comprehension
MATCH (a:Author {id: $author_id})
RETURN a.id AS author,
       reduce(s = 0, k IN [(a)-[:AUTHORED]->(p) | size([(p)<-[:CITES]-(q) WHERE NOT (q)<-[:AUTHORED]-(a) | q])] | s + k) AS foreign_citations

// list predicates over collected neighbours
MATCH (p:Paper)-[:CITES]->(w)
WITH p, collect(w) AS ws
WHERE all(w IN ws WHERE (w)<-[:CITES]-()) AND none(w IN ws WHERE w.title IS NULL)
RETURN p.id AS id, size(ws) AS refs ORDER BY id LIMIT 100

// any and single over nodes of a path
MATCH path = (:Paper {id: $paper_id})<-[:CITES*1..3]-(q)
WHERE any(n IN nodes(path) WHERE EXISTS { (n)-[:PUBLISHED_IN]->(:Venue {id: $venue_id}) })
  AND single(n IN nodes(path) WHERE n.id = $paper_id)
RETURN length(path) AS len, count(*) AS paths, count(DISTINCT q) AS ends ORDER BY len

// relationships as values, kept in a list, ends taken later
MATCH (:Paper {id: $paper_id})<-[r:CITES]-()
WITH collect(r) AS rs
UNWIND rs AS r
WITH startNode(r) AS citing, r
MATCH (citing)<-[:CITES]-(again)
RETURN citing.id AS citing, r.date AS day, count(again) AS second_generation ORDER BY second_generation DESC, citing

// optional match with a condition that may empty it, then existence
MATCH (p:Paper)
OPTIONAL MATCH (p)<-[c:CITES]-(q:Paper)-[:PUBLISHED_IN]->(v:Venue {id: $venue_id})
WITH p, count(c) AS from_venue, v IS NULL AS none
RETURN none, count(p) AS papers, sum(from_venue) AS cites ORDER BY none

// optional match of nodes that may not exist, and their labels
OPTIONAL MATCH (w:Work {id: $paper_id})
OPTIONAL MATCH (w)<-[r]-(x)
RETURN w IS NULL AS missing, w:Paper AS paper, type(r) AS type, count(x) AS n ORDER BY type

// two optional matches on the same variable, the second must see what the first left
MATCH (a:Author {id: $author_id})
OPTIONAL MATCH (a)-[:AUTHORED]->(p:Paper)-[:CITES]->(w:Work&!Paper)
OPTIONAL MATCH (w)<-[:CITES]-(o) WHERE o <> p
RETURN p.id AS paper, w.id AS work, count(o) AS others ORDER BY paper, work

// the same variable bound outside and used in EXISTS and COLLECT
MATCH (p:Paper)-[c:CITES]->(q:Paper)
WHERE EXISTS { MATCH (q)-[c2:CITES]->(p) WHERE c2 <> c } OR size(COLLECT { MATCH (p)-[c:CITES]->(q) RETURN c.date }) > 1
RETURN p.id AS p, q.id AS q ORDER BY p, q LIMIT 100

// COLLECT with nodes inside, and another count on them after
MATCH (v:Venue {id: $venue_id})
WITH v, COLLECT { MATCH (v)<-[:PUBLISHED_IN]-(p) RETURN p ORDER BY p.id LIMIT 20 } AS ps
UNWIND ps AS p
RETURN p.id AS id, COUNT { (p)<-[:CITES]-() } AS cites, size([(p)-[:CITES]->(w) WHERE w:Paper | 1]) AS known_refs ORDER BY id

// union inside EXISTS and COUNT
MATCH (a:Author)
WITH a, COUNT {
  MATCH (a)-[:AUTHORED]->(p)<-[:CITES]-(x) RETURN x
  UNION
  MATCH (a)-[:AUTHORED]->(p)-[:CITES]->(x) RETURN x
} AS around
WHERE EXISTS { MATCH (a)-[:AFFILIATED_WITH]->(i) RETURN i UNION MATCH (a)-[:AUTHORED]->()-[:RELEASED]->(i) RETURN i }
RETURN a.id AS id, around ORDER BY around DESC, id LIMIT 20

// nodes kept in maps
MATCH (p:Paper)<-[:AUTHORED]-(a:Author {id: $author_id})
WITH {paper: p, who: a} AS row
WITH row.paper AS x, row.who AS y
MATCH (x)<-[:CITES]-(c) WHERE NOT (c)<-[:AUTHORED]-(y)
RETURN x.id AS paper, x.title AS title, count(c) AS outside ORDER BY outside DESC, paper

// full text hits collected, and what stands between them
CALL db.index.fulltext.queryNodes('paper_text', $words) YIELD node, score
WITH collect(node) AS hits
UNWIND hits AS a
UNWIND hits AS b
WITH a, b, hits WHERE (a)-[:CITES]->(b)
RETURN a.id AS citing, b.id AS cited, size(hits) AS found ORDER BY citing, cited

// full text in a subquery, only the best ones, with their rank
CALL () {
  CALL db.index.fulltext.queryNodes('paper_text', $words, {limit: 50}) YIELD node, score
  RETURN node AS p, score ORDER BY score DESC, p.id LIMIT 10
}
RETURN p.id AS id, p.date AS date, COUNT { (p)<-[:CITES]-() } AS cites ORDER BY id

// artifacts: the stated counts and when they were read
MATCH (p:Paper)-[:RELEASED]->(x:Artifact)
OPTIONAL MATCH (x)-[r:REFERS_TO]->(q:Paper)
RETURN x.id AS id, x.count AS count, x.read_on AS read_on, sum(r.count) AS refers, count(q) AS papers ORDER BY id LIMIT 50

// communities as stored, their day and size, without any member pattern
MATCH (c:Community) RETURN c.id AS id, c.before AS before, c.size AS size, c.name AS name ORDER BY id LIMIT 50

// paragraphs without going through their paper
MATCH (g:Paragraph)
WHERE EXISTS { (g)-[:MENTIONS]->() }
RETURN g.section AS section, count(g) AS paragraphs, round(avg(size(g.text)), 3) AS mean_length ORDER BY section

// contributions and claims on their own, and chains of enabling
MATCH chain = (c:Contribution)-[:ENABLED_BY*1..4]->(d:Contribution)
WHERE NOT (d)-[:ENABLED_BY]->()
RETURN c.id AS c, d.id AS d, max(length(chain)) AS depth, EXISTS { (d)-[:GROUNDED_IN]->(:Paper) } AS grounded ORDER BY depth DESC, c, d LIMIT 50

// co-mentioned pairs, with the paper that mentions them looked up by its id
MATCH (a:Paper)-[m:CO_MENTIONED]->(b:Paper)
OPTIONAL MATCH (x:Paper {id: m.citing_id})
RETURN a.id AS a, b.id AS b, m.citing_id AS citing, x IS NULL AS not_there, m.count AS n ORDER BY n DESC, a, b, citing LIMIT 50

// affiliations whose paper is looked up by the id on the relationship
MATCH (a:Author)-[f:AFFILIATED_WITH]->(i:Institution)
WHERE NOT EXISTS { MATCH (p:Paper) WHERE p.id = f.paper_id }
RETURN i.id AS institution, count(f) AS without_paper, count(DISTINCT a) AS authors ORDER BY institution LIMIT 50

// names on papers against names on authors
MATCH (a:Author)-[w:AUTHORED]->(p:Paper)
WHERE w.name IS NOT NULL AND toLower(trim(w.name)) <> toLower(trim(a.name))
RETURN a.id AS author, a.name AS name, w.name AS signed, count(p) AS papers ORDER BY author, signed LIMIT 50

// nodes told apart by elementId, not by variable
MATCH (p:Paper {id: $paper_id})-[r]-(n)
MATCH (m)-[s]-(n)
WHERE elementId(m) <> elementId(p) AND elementId(s) <> elementId(r) AND type(r) = type(s)
RETURN type(r) AS type, count(DISTINCT elementId(m)) AS others, count(*) AS ways ORDER BY type

// variable names that look like keywords and labels that need backticks
MATCH (`match`:`Paper` {id: $paper_id})<-[`where`:`CITES`]-(`return`:Paper)
WITH `match` AS `with`, `return` AS `match`, `where`
WHERE `match`.title =~ '(?s).*' AND NOT `match`.title CONTAINS 'MATCH (n) WHERE'
RETURN `with`.id AS `order`, `match`.id AS `by`, COUNT { (`match`)<--() } AS `limit` ORDER BY `by`

// the top ten as a list, then citations among them and from outside
MATCH (p:Paper)<-[:CITES]-()
WITH p, count(*) AS n ORDER BY n DESC, p.id LIMIT 10
WITH collect(p) AS top, sum(n) AS total
UNWIND top AS t
OPTIONAL MATCH (t)-[:CITES]->(u) WHERE u IN top
WITH t, total, top, count(u) AS inside
RETURN t.id AS id, inside, size([(t)<-[:CITES]-(z) WHERE NOT z IN top | z]) AS outside, total ORDER BY id

// share of all papers, all citations and all authors that a venue has, totals taken first in subqueries
CALL () { MATCH (p:Paper) RETURN count(p) AS all_papers }
CALL () { MATCH ()-[c:CITES]->() RETURN count(c) AS all_cites }
WITH *, COUNT { (:Author) } AS all_authors, COUNT { MATCH (n) WHERE n:Work AND NOT n:Paper } AS unknown
MATCH (v:Venue {id: $venue_id})
WITH *, COLLECT { MATCH (v)<-[:PUBLISHED_IN]-(p:Paper) RETURN p } AS ps
RETURN v.name AS name, size(ps) AS papers, reduce(s = 0, p IN ps | s + COUNT { (p)<-[:CITES]-() }) AS cites,
       COUNT { MATCH (a:Author)-[:AUTHORED]->(p) WHERE p IN ps RETURN DISTINCT a } AS authors, all_papers, all_cites, all_authors, unknown
