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
