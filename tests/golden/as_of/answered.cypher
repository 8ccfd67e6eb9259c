MATCH (p:Paper) RETURN p.date.year AS year, count(*) AS papers ORDER BY year

MATCH (p:Paper) RETURN count(p) AS papers

MATCH (n) RETURN count(n) AS nodes

MATCH ()-[r]->() RETURN count(r) AS relationships

MATCH ()-->() RETURN count(*) AS relationships

MATCH ()--() RETURN count(*) AS relationships

MATCH (a)-[r]-(b) RETURN type(r) AS type, count(*) AS many ORDER BY type

MATCH (n) RETURN labels(n) AS labels, count(*) AS many ORDER BY labels

MATCH (p:Paper)<-[:AUTHORED]-(a:Author) RETURN p.id, a.id, a.name ORDER BY p.id, a.id

MATCH (a:Author) RETURN a.id, a.name, a.orcid ORDER BY a.id

MATCH (a:Author) RETURN a ORDER BY a.id

MATCH (p:Paper) RETURN p ORDER BY p.id

MATCH (v:Venue)<-[:PUBLISHED_IN]-(p) RETURN v.name AS venue, count(p) AS papers ORDER BY papers DESC, venue

MATCH (f:Field) RETURN f.id, f.name, f.level ORDER BY f.id

MATCH (i:Institution)<-[:AFFILIATED_WITH]-(a) RETURN i.name, count(DISTINCT a) AS authors ORDER BY i.name

MATCH (p:Paper)-[:CITES*1..3]->(q) RETURN p.id, q.id, count(*) AS ways ORDER BY p.id, q.id

MATCH (p:Paper)-[r:CITES*1..2]-(q:Paper) RETURN p.id, q.id, [x IN r | x.date] AS dates ORDER BY p.id, q.id, dates

MATCH (p:Paper)-[:CITES*0..2]->(q) RETURN p.id, count(q) AS many ORDER BY p.id

MATCH path = (p:Paper)-[:CITES*2]->(q) RETURN [n IN nodes(path) | n.id] AS ids ORDER BY ids

MATCH path = (p:Paper {id: $paper})-[:CITES|AUTHORED*1..2]-(q) RETURN [n IN nodes(path) | n.id] AS ids ORDER BY ids

MATCH (p:Paper)-[:CITES]->{1,3}(q:Paper) RETURN p.id, count(q) AS many ORDER BY p.id

MATCH (p:Paper {id: $paper})-[:CITES]->{0,3}(q:Paper) RETURN p.id, count(DISTINCT q) AS many ORDER BY p.id

MATCH (p:Paper)-[:CITES]->{1,2}(q:Paper) RETURN p.id, q.id, count(*) AS many ORDER BY p.id, q.id

MATCH (p:Paper)((x)-[c:CITES]->(y)){1,2}(q) RETURN p.id, [one IN y | one.id] AS steps ORDER BY p.id, steps

MATCH (a:Author)((x:Author)-[:AUTHORED]->(:Paper)<-[:AUTHORED]-(y:Author)){1,2}(b:Author) WHERE a.id < b.id RETURN a.id, b.id, count(*) AS ways ORDER BY a.id, b.id

MATCH ((x:Paper)-[:CITES]->(y)){2} RETURN [one IN x | one.id] AS xs, count(*) AS many ORDER BY xs

MATCH path = SHORTEST 1 (p:Paper {id: $paper})-[:CITES]-+(q:Paper) WHERE p <> q RETURN q.id, length(path) AS hops ORDER BY q.id

MATCH path = ALL SHORTEST (p:Paper {id: $paper})-[:CITES]-+(q:Paper) WHERE p <> q RETURN q.id, length(path) AS hops, count(*) AS many ORDER BY q.id

MATCH path = SHORTEST 2 GROUPS (p:Paper {id: $paper})((x)-[:CITES]-(y)){1,4}(q:Paper) RETURN q.id, length(path) AS hops, count(*) AS many ORDER BY q.id, hops

MATCH path = shortestPath((p:Paper {id: $paper})-[:CITES*..6]-(q:Paper)) WHERE p <> q RETURN q.id, length(path) AS hops ORDER BY q.id

MATCH path = allShortestPaths((a:Author {id: $author})-[*..6]-(b:Author)) WHERE a <> b RETURN b.id, length(path) AS hops, count(*) AS many ORDER BY b.id

MATCH (p:Paper) OPTIONAL MATCH (p)<-[:CITES]-(q) RETURN p.id, count(q) AS citations ORDER BY p.id

MATCH (p:Paper) OPTIONAL MATCH (p)<-[c:CITES]-(q:Paper) WHERE q.title CONTAINS 'parsing' RETURN p.id, collect(q.id) IS NULL AS none, count(q) AS many ORDER BY p.id

OPTIONAL MATCH (p:Paper {id: $later}) RETURN p.id, p.title

MATCH (p:Paper) WHERE (p)<-[:CITES]-() RETURN p.id ORDER BY p.id

MATCH (p:Paper) WHERE NOT (p)-->(:Paper) RETURN p.id ORDER BY p.id

MATCH (p:Paper) WHERE exists((p)<-[:CITES*2]-()) RETURN p.id ORDER BY p.id

MATCH (p:Paper) WHERE EXISTS { (p)<-[:CITES]-(q) WHERE q.type = 'review' } RETURN p.id ORDER BY p.id

MATCH (p:Paper) RETURN p.id, COUNT { (p)<-[:CITES]-() } AS citations ORDER BY citations DESC, p.id

MATCH (p:Paper) RETURN p.id, COUNT { (p)--() } AS degree ORDER BY degree DESC, p.id

MATCH (p:Paper) RETURN p.id, COLLECT { MATCH (p)<-[:CITES]-(q) RETURN q.id ORDER BY q.id } AS citing ORDER BY p.id

MATCH (p:Paper) RETURN p.id, size([(p)<-[:CITES]-(q) | q.id]) AS citing ORDER BY p.id

MATCH (p:Paper) RETURN p.id, size([way = (p)<-[:CITES*1..2]-(q) WHERE q.type = 'article' | length(way)]) AS ways ORDER BY p.id

MATCH (p:Paper) CALL (p) { MATCH (p)<-[:CITES]-(q) RETURN count(q) AS citations, max(q.date) AS latest } RETURN p.id, citations, latest ORDER BY p.id

MATCH (p:Paper) CALL { WITH p MATCH (p)<-[:CITES]-(q) RETURN count(q) AS citations } RETURN p.id, citations ORDER BY p.id

CALL { MATCH (p:Paper) RETURN p.id AS id UNION MATCH (a:Author) RETURN a.id AS id } RETURN count(id) AS many

MATCH (p:Paper) WITH p ORDER BY p.id RETURN p.id AS id UNION ALL MATCH (a:Author) RETURN a.id AS id ORDER BY id

CALL db.index.fulltext.queryNodes('paper_text', 'parsing') YIELD node RETURN node.id, node.title

CALL db.index.fulltext.queryNodes('paper_text', $words) YIELD node AS p WHERE p.type = 'article' RETURN p.id LIMIT 3

MATCH (p:Paper)-[:CITES]->() RETURN *, 1 AS one ORDER BY p.id

MATCH (p:Paper)-[c:CITES]->() WITH DISTINCT * WITH *, count(c) AS many RETURN p.id, many ORDER BY p.id, many

MATCH (c:Community)<-[:IN_COMMUNITY]-(p) RETURN c.id, count(p) AS papers ORDER BY c.id

MATCH (p:Paper)-[:HAS_PARAGRAPH]->(g)-[:MENTIONS]->(q) RETURN p.id, g.text, q.id ORDER BY p.id, g.text, q.id

MATCH (a:Artifact) RETURN a.id, a.kind ORDER BY a.id

MATCH (a:Artifact)-[r:REFERS_TO]->(p) RETURN a.id, r.name, p.id, r.date ORDER BY a.id, p.id, r.name

MATCH (c:Contribution)-[:ENABLED_BY]->(e)-[:GROUNDED_IN]->(p) RETURN c.text, e.text, p.id ORDER BY c.text, e.text, p.id

MATCH (p:Paper)-[:HAS_CLAIM]->(c) RETURN c.text, c.stance ORDER BY c.text, c.stance

MATCH (w:Work) RETURN count(w) AS works

MATCH (a:Author {name: $name}) RETURN a.id ORDER BY a.id

MATCH (a:Author) WITH collect(a) AS authors UNWIND authors AS one RETURN one.name ORDER BY one.name, one.id

MATCH (a:Author)-[:AUTHORED]->(p) WITH a, p ORDER BY p.id WITH a.name AS name, collect(p.title) AS titles RETURN name, titles ORDER BY name, titles

MATCH (p:Paper)-[r]->(x) RETURN p.id, type(r), x.id ORDER BY p.id, type(r), x.id

MATCH (p:Paper&!Author)-[r:!CITES]->(x:!Paper) RETURN type(r), count(*) AS many ORDER BY type(r)

MATCH (a:Author) RETURN [x IN [a] | x.name][0] AS name ORDER BY name

MATCH (p:Paper) WHERE p.date >= date('2003-01-01') RETURN p.id, p.title ORDER BY p.date DESC, p.id LIMIT 5

MATCH (p:Paper) WHERE p.title STARTS WITH 'parsing' OR p.title ENDS WITH 'tree' RETURN p.id ORDER BY p.id

MATCH (p:Paper) WHERE p.title =~ '(?i).*GRAMMAR.*' RETURN count(*) AS many

MATCH (p:Paper) RETURN p.type AS type, collect(DISTINCT p.date.year) AS years ORDER BY type

MATCH (p:Paper) RETURN p.type, min(p.date), max(p.date), avg(p.day), count(*) ORDER BY p.type

MATCH (p:Paper) RETURN DISTINCT p.date_precision AS precision ORDER BY precision

MATCH (p:Paper) WITH p ORDER BY p.date DESC, p.id LIMIT 3 MATCH (p)-[:CITES]->(q) RETURN p.id, q.id ORDER BY p.id, q.id

MATCH (p:Paper) WITH p ORDER BY p.date DESC, p.id SKIP 2 LIMIT 3 RETURN p.id, p.date

MATCH (p:Paper {id: $paper}) RETURN p.title, p.date

MATCH (p:Paper {id: $later}) RETURN p.title, p.date

MATCH (p:Paper) WHERE p.id IN [$paper, $later] RETURN p.id ORDER BY p.id

UNWIND [$paper, $later] AS id OPTIONAL MATCH (p:Paper {id: id}) RETURN id, p.title IS NULL AS is_absent ORDER BY id

UNWIND $ids AS id MATCH (p:Paper {id: id})<-[:CITES]-(q) RETURN id, collect(q.id) IS NOT NULL AS any, count(q) AS many ORDER BY id

MATCH (p:Paper)<-[c:CITES]-(q:Paper) WHERE c.date.year = q.date.year RETURN p.id, count(*) AS many ORDER BY many DESC, p.id LIMIT 10

MATCH (p:Paper)<-[c:CITES]-(q:Paper) RETURN c.sentiment AS sentiment, count(*) AS many ORDER BY sentiment

MATCH (p:Paper)<-[c:CITES]-(q:Paper) WHERE c.sentiment = 'positive' AND c.sentiment_source IS NOT NULL RETURN p.id, q.id ORDER BY p.id, q.id

MATCH (p:Paper)<-[c:CITES]-(q:Paper) RETURN p.id, sum(c.mentions) AS mentions ORDER BY p.id

MATCH (p:Paper)<-[:CITES]-(q) WITH p, count(q) AS citations WHERE citations > 3 RETURN p.id, citations ORDER BY citations DESC, p.id

MATCH (p:Paper)<-[:CITES]-(q) WITH p, collect(q) AS citing RETURN p.id, size(citing) AS many, [x IN citing WHERE x.type = 'review' | x.title] IS NULL AS none ORDER BY p.id

MATCH (p:Paper)<-[:CITES]-(q) WITH p, q ORDER BY q.date, q.id WITH p, collect(q) AS citing RETURN p.id, citing[0].title AS first, citing[-1].date AS last, [x IN citing[..2] | x.id] AS two ORDER BY p.id

MATCH (p:Paper)<-[:CITES]-(q) WITH p, q ORDER BY q.id WITH p, collect({id: q.id, paper: q}) AS citing RETURN p.id, citing[0].id, citing[0].paper.title ORDER BY p.id

MATCH (p:Paper)-[:CITES]->(r)<-[:CITES]-(q:Paper) WHERE p.id < q.id RETURN p.id, q.id, count(r) AS shared ORDER BY shared DESC, p.id, q.id LIMIT 20

MATCH (p:Paper)<-[:CITES]-(x)-[:CITES]->(q:Paper) WHERE p.id < q.id RETURN p.id, q.id, count(x) AS together ORDER BY together DESC, p.id, q.id LIMIT 20

MATCH (p:Paper)-[:CITES]->(q), (q)-[:CITES]->(r) WHERE (p)-[:CITES]->(r) RETURN p.id, q.id, r.id ORDER BY p.id, q.id, r.id

MATCH (p:Paper)-[:CITES]->(q) WHERE q.date > p.date RETURN p.id, q.id ORDER BY p.id, q.id

MATCH (a:Author)-[:AUTHORED]->()<-[:AUTHORED]-(b:Author) WHERE a.id < b.id RETURN a.name, b.name, count(*) AS papers ORDER BY papers DESC, a.name, b.name

MATCH (a:Author)-[w:AUTHORED]->(p) RETURN a.id, w.name, w.position, p.id ORDER BY a.id, p.id

MATCH (a:Author) WHERE a.name CONTAINS 'A. ' RETURN a.id, a.name ORDER BY a.id

MATCH (a:Author) WHERE NOT a.name STARTS WITH '!' AND a.orcid IS NULL RETURN count(a) AS many

MATCH (a:Author) RETURN a.id, COUNT { (a)-[:AUTHORED]->(:Paper) } AS papers ORDER BY papers DESC, a.id

MATCH (a:Author)-[:AUTHORED]->(p)<-[:CITES]-(q) WHERE NOT (a)-[:AUTHORED]->(q) RETURN a.name, count(DISTINCT q) AS citing ORDER BY citing DESC, a.name

MATCH (a:Author)-[:AUTHORED]->(p:Paper) WITH a, min(p.date) AS first, max(p.date) AS last RETURN a.id, first, duration.inDays(first, last).days AS days ORDER BY a.id

MATCH (a:Author {id: $author})-[:AUTHORED]->()<-[:AUTHORED]-(b)-[:AUTHORED]->()<-[:AUTHORED]-(c) WHERE c <> a AND NOT (a)-[:AUTHORED]->()<-[:AUTHORED]-(c) RETURN DISTINCT c.id ORDER BY c.id

MATCH (a:Author {id: $author})--(x) RETURN labels(x) AS labels, count(*) AS many ORDER BY labels

MATCH (a:Author)-[:AFFILIATED_WITH]->(i:Institution) RETURN a.id, collect(DISTINCT i.id) = [] AS none, count(*) AS many ORDER BY a.id

MATCH (i:Institution) RETURN i.id, i.name ORDER BY i.id

MATCH (v:Venue) RETURN v.id, v.name ORDER BY v.id

MATCH (v:Venue) RETURN v ORDER BY v.id

MATCH (v:Venue {id: $venue})<-[r:PUBLISHED_IN]-(p:Paper) RETURN r.name, count(*) AS papers ORDER BY r.name

MATCH (v:Venue)<-[:PUBLISHED_IN]-(p)<-[:CITES]-(q)-[:PUBLISHED_IN]->(u:Venue) RETURN v.name, u.name, count(*) AS citations ORDER BY v.name, u.name

MATCH (f:Field {level: 'domain'}) RETURN f.id, f.name ORDER BY f.id

MATCH (f:Field)<-[r:IN_FIELD]-(p) RETURN f.name, r.level, count(p) AS papers ORDER BY f.name, r.level

MATCH (f) WHERE f:Field OR f:Venue RETURN f.id, f.name ORDER BY f.id

MATCH (n:Venue|Institution) RETURN n.id, n.name ORDER BY n.id

MATCH (n:!Paper) RETURN count(n) AS many

MATCH (n:%) RETURN count(n) AS many

MATCH (n:Paper:Work) RETURN count(n) AS many

MATCH (p:Paper)-[r:CITES|CO_MENTIONED]-(q:Paper) RETURN type(r), count(*) AS many ORDER BY type(r)

MATCH (p:Paper)-[r:CO_MENTIONED]-(q) RETURN p.id, q.id, sum(r.count) AS many ORDER BY p.id, q.id

MATCH (p:Paper)-[:IN_COMMUNITY]->(c)<-[:IN_COMMUNITY]-(q:Paper) WHERE p.id < q.id RETURN c.id, c.before, p.id, q.id ORDER BY c.id, p.id, q.id

MATCH (c:Community) RETURN c.id, c.name, c.size, c.before ORDER BY c.id

MATCH (g:Paragraph) RETURN g.id, g.section ORDER BY g.id

MATCH (g:Paragraph)-[m:MENTIONS]->(q) RETURN q.id, m.sentiment, count(*) AS many ORDER BY q.id, m.sentiment

MATCH (g:Paragraph)<-[:HAS_PARAGRAPH]-(p) RETURN p.id, count(g) AS many ORDER BY p.id

MATCH (c:Claim) RETURN c.id, c.text ORDER BY c.id

MATCH (c:Contribution) RETURN c.text, c.date ORDER BY c.text, c.date

MATCH (c:Contribution)-[r:ENABLED_BY]->{1,2}(e) RETURN c.text, count(e) AS many ORDER BY c.text

MATCH (p)-[:RELEASED]->(a:Artifact) RETURN p.id, a.id ORDER BY p.id, a.id

MATCH (a:Artifact) WHERE a.kind = 'news' RETURN a.id, COUNT { (a)-[:REFERS_TO]->() } AS papers ORDER BY a.id

MATCH (a:Artifact)-[r:REFERS_TO]->(p) WHERE r.date IS NOT NULL RETURN r.name, r.date ORDER BY r.date, r.name

OPTIONAL MATCH (a:Artifact {kind: 'patent'})-[r:REFERS_TO]->(p) RETURN count(a) AS many, count(DISTINCT p) AS papers

MATCH (p:Paper {id: $paper}) OPTIONAL MATCH (p)-[c:CITES*1..2]->(q) RETURN p.id, count(q) AS many, count(c) AS ways

MATCH (p:Paper {id: $paper}) OPTIONAL MATCH way = shortestPath((p)-[:CITES*..5]-(q:Paper {id: $other})) RETURN length(way) AS hops

MATCH (p:Paper {id: $paper}), (q:Paper {id: $other}) MATCH way = allShortestPaths((p)-[:CITES*..5]-(q)) RETURN [n IN nodes(way) | n.id] AS ids ORDER BY ids

MATCH (p:Paper {id: $paper}), (q:Paper {id: $other}) OPTIONAL MATCH way = ANY SHORTEST (p)-[:CITES]-+(q) RETURN length(way) AS hops

MATCH way = SHORTEST 3 (p:Paper {id: $paper})-[:CITES]-{1,4}(q:Paper {id: $other}) RETURN length(way) AS hops ORDER BY hops

MATCH way = ALL SHORTEST (a:Author {id: $author})(()-[:AUTHORED]-()){1,6}(b:Author) WHERE a <> b RETURN b.id, length(way) AS hops, count(*) AS many ORDER BY b.id

MATCH way = ANY (p:Paper {id: $paper})-[:CITES]->{1,3}(q:Paper) RETURN q.id, length(way) > 0 AS is_way ORDER BY q.id

MATCH way = (p:Paper {id: $paper})-[:CITES]->{2}(q) RETURN [r IN relationships(way) | r.date] AS dates, q.id ORDER BY q.id, dates

MATCH way = (p:Paper {id: $paper})-[:CITES*1..3]-(q:Paper) WHERE all(n IN nodes(way) WHERE n.date.year >= 2001) RETURN q.id, count(*) AS ways ORDER BY q.id

MATCH (p:Paper {id: $paper})-[cs:CITES*1..2]->(q) WHERE none(c IN cs WHERE c.sentiment = 'negative') RETURN q.id, size(cs) AS hops ORDER BY q.id, hops

MATCH (p:Paper {id: $paper})-[*2]-(x:Author) RETURN x.id, count(*) AS ways ORDER BY x.id

MATCH (x:Paper)((a)-[:CITES]->(b) WHERE a.date > b.date){1,3}(y:Paper {id: $paper}) RETURN x.id, count(*) AS ways ORDER BY x.id

MATCH (x:Paper {id: $paper})((a)-[:CITES]->(b)<-[:CITES]-(c)){1,2}(y) RETURN y.id, count(*) AS ways ORDER BY y.id

MATCH (x:Paper {id: $paper}) (()-[c:CITES]->()){1,2} (y) RETURN y.id, [one IN c | one.date] AS dates ORDER BY y.id, dates

MATCH (p:Paper) RETURN p.id, EXISTS { (p)<-[:CITES]-(:Paper {type: 'review'}) } AS is_reviewed ORDER BY p.id

MATCH (p:Paper) WHERE NOT EXISTS { MATCH (p)<-[:CITES]-(q) WHERE q.date < p.date + duration({years: 2}) } RETURN p.id ORDER BY p.id

MATCH (p:Paper) WHERE COUNT { (p)<-[:CITES]-(q) WHERE q.type = 'article' } >= 2 RETURN p.id ORDER BY p.id

MATCH (p:Paper) WHERE COUNT { MATCH (p)<-[:CITES]-(q) RETURN DISTINCT q.date.year } > 1 RETURN p.id ORDER BY p.id

MATCH (p:Paper) RETURN p.id, head(COLLECT { MATCH (p)<-[:CITES]-(q) RETURN q ORDER BY q.date, q.id LIMIT 1 }).title AS first ORDER BY p.id

MATCH (p:Paper) WHERE EXISTS { MATCH (p)<-[:AUTHORED]-(a) MATCH (a)-[:AUTHORED]->(q) WHERE q <> p } RETURN p.id ORDER BY p.id

MATCH (p:Paper) WHERE EXISTS { (p)-[:CITES*2]->(q) } AND NOT (p)<-[:CITES]-() RETURN p.id ORDER BY p.id

MATCH (p:Paper) RETURN p.id, [(p)-[:CITES]->(q) WHERE q.date.year > 2001 | q.title] IS NOT NULL AS listed, size([(p)-[c:CITES]->(q) WHERE c.mentions > 0 | q]) AS many ORDER BY p.id

MATCH (p:Paper) RETURN p.id, reduce(sum = 0, x IN [(p)<-[:CITES]-(q) | q.day] | sum + x) AS days ORDER BY p.id

MATCH (p:Paper) RETURN p.id, any(x IN [(p)<-[:CITES]-(q) | q.type] WHERE x = 'review') AS is_reviewed ORDER BY p.id

MATCH (p:Paper {id: $paper}) RETURN p {.id, .title, year: p.date.year, citations: COUNT { (p)<-[:CITES]-() }} AS paper

MATCH (a:Author {id: $author}) RETURN a {.id, .name} AS author

MATCH (p:Paper {id: $paper}) RETURN {paper: p, citing: [(p)<-[:CITES]-(q) | q.id] IS NULL} AS map

MATCH (p:Paper {id: $paper}) WITH {x: p} AS map RETURN map.x.title, map['x'].date

MATCH (p:Paper {id: $paper})-[c:CITES]->(q) RETURN p, c, q ORDER BY q.id

MATCH way = (p:Paper {id: $paper})-[:CITES]->(q) RETURN way ORDER BY q.id

MATCH (p:Paper {id: $paper})<-[:AUTHORED]-(a) RETURN collect(a.name) IS NULL AS none, count(*) AS many

MATCH (p:Paper {id: $paper})-[c]->(x) RETURN startNode(c).id, endNode(c).id, type(c) ORDER BY endNode(c).id, type(c)

CALL () { MATCH (p:Paper) RETURN p ORDER BY p.date, p.id LIMIT 2 } RETURN p.id

MATCH (v:Venue) CALL (v) { MATCH (v)<-[:PUBLISHED_IN]-(p) RETURN p ORDER BY p.date DESC, p.id LIMIT 1 } RETURN v.id, p.id, p.date ORDER BY v.id

MATCH (v:Venue) CALL (*) { MATCH (v)<-[:PUBLISHED_IN]-(p) RETURN count(p) AS papers } RETURN v.id, papers ORDER BY v.id

MATCH (v:Venue) OPTIONAL CALL (v) { MATCH (v)<-[:PUBLISHED_IN]-(p) WHERE p.type = 'review' RETURN count(p) AS papers } RETURN v.id, papers ORDER BY v.id

MATCH (p:Paper {id: $paper}) CALL { WITH p MATCH (p)-[:CITES]->(q) RETURN q UNION WITH p MATCH (p)<-[:CITES]-(q) RETURN q } RETURN q.id ORDER BY q.id

MATCH (p:Paper) RETURN 'papers' AS what, count(*) AS many UNION MATCH (a:Author) RETURN 'authors' AS what, count(*) AS many

MATCH (p:Paper) ORDER BY p.date DESC, p.id LIMIT 4 RETURN p.id

MATCH (p:Paper)-[:CITES]->(q) WITH *, p.date.year AS year RETURN year, count(*) AS many ORDER BY year

MATCH (:Paper)-[:CITES]->(q) WITH * RETURN q.id, count(*) AS many ORDER BY q.id

MATCH (:Paper {id: $paper})-[:CITES]->(q)-[:CITES]->() RETURN DISTINCT * ORDER BY q.id

MATCH (p:Paper)-[:CITES]->() WITH DISTINCT p RETURN count(*) AS citing

MATCH (p:Paper)-->(x) WITH p, x.id AS id RETURN p.id, count(id) AS many ORDER BY p.id

MATCH (p:Paper) WHERE p.abstract IS NOT NULL AND size(split(p.abstract, ' ')) > 3 RETURN count(*) AS many

MATCH (p:Paper WHERE p.type = 'review')-[c:CITES WHERE c.mentions IS NOT NULL]->(q) RETURN p.id, q.id ORDER BY p.id, q.id

MATCH (p:Paper {type: 'article'})-[c:CITES {sentiment: 'positive'}]->(q:Paper) RETURN p.id, q.id ORDER BY p.id, q.id

MATCH (p) WHERE p:Paper AND p.date IS NOT NULL RETURN p.date.year AS year, count(*) AS many ORDER BY year

MATCH (p:Paper) RETURN CASE WHEN p.date.year < 2002 THEN 'early' ELSE 'late' END AS when, count(*) AS many ORDER BY when

MATCH (p:Paper) RETURN CASE p.type WHEN 'review' THEN 1 ELSE 0 END AS is_review, count(*) AS many ORDER BY is_review

MATCH (p:Paper) WHERE date.truncate('year', coalesce(p.date, date('2000-01-01'))) = date({year: 2003}) RETURN p.id ORDER BY p.id

MATCH (p:Paper) RETURN percentileCont(p.day, 0.5) AS median, stDev(p.day) AS spread

MATCH (p:Paper), (q:Paper) WHERE p.title = q.title AND p.id < q.id RETURN p.id, q.id ORDER BY p.id, q.id

MATCH (p:Paper) USING INDEX p:Paper(date) WHERE p.date < date('2003-01-01') RETURN count(*) AS many

MATCH (p:Paper) /* of the past */ RETURN count(*) AS many // and no other

MATCH (`the paper`:Paper) WHERE `the paper`.type = "review" RETURN `the paper`.id AS `its id` ORDER BY `its id`

match (p:Paper)<-[:CITES]-(q) return p.id, count(*) as n order by n desc, p.id limit 3

MATCH (w:Paper)<-[w_:CITES]-(e1:Paper) RETURN w.id, count(e1) AS as_of ORDER BY w.id

MATCH (p:Paper) RETURN p.id, $as_of AS as_of ORDER BY p.id LIMIT 2

MATCH (count:Paper)-[:CITES]->(exists:Paper) RETURN count.id, count(exists) AS all ORDER BY count.id

MATCH (a:Author)-[:AUTHORED]->(p) RETURN a.name, count(p) AS papers ORDER BY a.name

MATCH (a:Author)-[:AUTHORED]->(p) WITH DISTINCT a ORDER BY a.name, a.id RETURN a.name, a.id

MATCH (a:Author)-[:AUTHORED]->(p) RETURN DISTINCT a.name AS name ORDER BY a.name

MATCH (a:Author) RETURN toUpper(a.name) + '!' AS name, size(a.name) ORDER BY name

MATCH (a:Author) RETURN head(collect(a)).name IS NOT NULL AS is_named

MATCH (p:Paper)<-[:AUTHORED]-(a) RETURN p.id, [x IN collect(a) | x.name] IS NULL AS none ORDER BY p.id

MATCH (p:Paper)-[:PUBLISHED_IN]->(v) WITH v.name AS venue, p.date.year AS year, count(*) AS papers RETURN venue, year, papers ORDER BY venue, year

CALL db.index.fulltext.queryNodes('paper_text', 'speech AND corpus') YIELD node MATCH (node)<-[:CITES]-(q) RETURN node.id, count(q) AS citations ORDER BY node.id

UNWIND ['speech', 'tree'] AS word CALL db.index.fulltext.queryNodes('paper_text', word) YIELD node RETURN word, count(node) AS papers ORDER BY word

CALL () { CALL db.index.fulltext.queryNodes('paper_text', 'speech') YIELD node AS p RETURN p LIMIT 2 } RETURN p.id

MATCH (p:Paper) FINISH

MATCH (p:Paper) RETURN p.id, size([(p)<-[:AUTHORED]-(a) WHERE a.name STARTS WITH 'A' | a.name]) AS authors ORDER BY p.id

MATCH (p:Paper)<-[:AUTHORED]-(a) RETURN p.id, a.id ORDER BY a.name, p.id, a.id

MATCH (a:Author) WHERE a.name IN [$name, 'Ada'] RETURN a.id ORDER BY a.id

MATCH (a:Author) WITH a ORDER BY a.name, a.id LIMIT 3 RETURN a.id

MATCH (a:Author)-[:AUTHORED]->(p) RETURN count(DISTINCT a.name) AS names, count(DISTINCT a) AS authors

MATCH (p:Paper {id: $paper}) RETURN p {.title, authors: size([(p)<-[:AUTHORED]-(a) | a {.id, .name}])} AS paper

MATCH (a:Author) RETURN a ORDER BY COUNT { (a)-[:AUTHORED]->() } DESC, a.id

MATCH (a:Author {id: $author}) RETURN a AS who, a.name AS name

MATCH (p:Paper)<-[:AUTHORED]-(a) WITH p, a ORDER BY a.id WITH p, collect(a) AS authors RETURN p.id, reduce(s = '', a IN authors | s + a.name + ';') AS names, all(a IN authors WHERE a.name <> '') AS are_named ORDER BY p.id

MATCH path = (a:Author {id: $author})-[:AUTHORED]->(p:Paper)-[:PUBLISHED_IN]->(v) UNWIND nodes(path) AS n RETURN n.id, n.name, n.title ORDER BY n.id, n.name, n.title

MATCH (p:Paper) WITH collect({p: p, year: p.date.year}) AS rows UNWIND rows AS row RETURN row.year, row.p.id ORDER BY row.year, row.p.id

MATCH (p:Paper {id: $paper})-[:CITES]-{,2}(q) RETURN q.id, count(*) AS many ORDER BY q.id

MATCH (p:Paper) WHERE any(label IN labels(p) WHERE label = 'Paper') AND p.date IS NOT NULL RETURN count(p) AS many

MATCH path = (p:Paper {id: $paper})-[*1..2]-(x) RETURN size([n IN nodes(path) WHERE n:Paper | n.id]) AS papers, count(*) AS many ORDER BY papers

MATCH (b:Paper)-[:CITES]->(a) WITH DISTINCT a WHERE EXISTS { (b)-[:CITES]->(a) } RETURN a.id ORDER BY a.id

MATCH (b:Paper)-[:CITES]->(a) WITH a, b WHERE EXISTS { (b)-[:CITES]->(a) } RETURN a.id, b.id ORDER BY a.id, b.id

MATCH (p:Paper) CALL (p) { MATCH (p)-[:CITES]->(q) WITH q MATCH (q)<-[:CITES]-(x) WHERE x <> p RETURN count(x) AS others } RETURN p.id, others ORDER BY p.id

MATCH (p:Paper) CALL (p) { MATCH (p)-[:CITES]->() RETURN count(*) AS n } RETURN p.id, n ORDER BY p.id

MATCH (p:Paper) WHERE EXISTS { MATCH (p)-[:CITES]->(q) WITH q MATCH (q)-[:CITES]->(r) WHERE r <> p } RETURN p.id ORDER BY p.id

MATCH (p:Paper) CALL { WITH p MATCH (p)-[:CITES]->(q)-[:CITES]->() WITH * RETURN count(DISTINCT q) AS n } RETURN p.id, n ORDER BY p.id

MATCH (p:Paper) RETURN p.id, COUNT { MATCH (p)-[:CITES]->(q)-[:CITES]->() RETURN DISTINCT * } AS n ORDER BY p.id

MATCH (p:Paper)-[:CITES]->(q) WITH DISTINCT q ORDER BY COUNT { (q)<-[:CITES]-() } DESC, q.id LIMIT 5 RETURN q.id

MATCH (v:Venue|Institution|Field) RETURN v.id AS id, v.names AS names, v.spellings AS spellings ORDER BY id

MATCH (a:Author) WHERE any(one IN a.spellings WHERE one CONTAINS 'a') RETURN a.id AS id, a.names[0] AS first ORDER BY id

MATCH (a:Author)-[:AUTHORED]->(p) RETURN a.id AS id, a.name AS name, count(p) AS papers ORDER BY papers DESC, id

MATCH (a:Author)-[:AUTHORED]->(p) RETURN a.name, count(*), min(p.date), max(p.id) ORDER BY count(*) DESC, a.name

MATCH (a:Author)-[:AUTHORED]->(p) RETURN a.name, avg(p.date.year) AS year ORDER BY toLower(a.name), year

MATCH (a:Author)-[:AUTHORED]->(p)<-[:CITES]-(q) RETURN DISTINCT a.name, p.id ORDER BY a.name, p.id

MATCH (a:Author)-[:AUTHORED]->(p) RETURN a, count(p) AS papers ORDER BY papers DESC, a.id

MATCH (a:Author)-[:AUTHORED]->(p)-[:PUBLISHED_IN]->(v) RETURN v.name AS v, a.id AS a, a.name, count(DISTINCT p) AS n ORDER BY v, a

MATCH (a:Author)-[:AUTHORED]->(p)-[:PUBLISHED_IN]->(v) RETURN v.id, v.name, a.name, count(p) AS n ORDER BY n, v.id, a.name

MATCH (a:Author)-[:AUTHORED]->(p) WITH a, a.name AS name, collect(p.id) AS ids WHERE size(ids) > 1 RETURN a.id, name, size(ids) ORDER BY a.id

MATCH (a:Author)-[:AUTHORED]->(p) WITH a.name AS name, count(p) AS n ORDER BY n DESC, name LIMIT 5 RETURN name, n + 1

MATCH (p:Paper) OPTIONAL MATCH (p)-[:PUBLISHED_IN]->(v:Venue) RETURN v.name AS venue, count(*) AS n ORDER BY venue

MATCH (a:Author)-[:AUTHORED]->(p) WHERE a.name = $name AND p.date.year > 1990 RETURN p.id ORDER BY p.id

MATCH (a:Author)-[:AUTHORED]->(p) WHERE NOT a.name = $name RETURN count(p) AS n

MATCH (a:Author {name: $name})-[:AUTHORED]->(p) RETURN count(p) AS n
