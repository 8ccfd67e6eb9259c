"""Statements that the guard refuses, and honest ones that it lets through."""

ATTACKS = r"""
CREATE (n)
create (n:Paper {id: 'x'})
CREATE (n) RETURN n
MERGE (n:Paper {id: 'x'})
MERGE (n:Paper {id: 'P1'}) ON MATCH SET n.title = 'x'
MATCH (n) SET n.x = 1
MATCH (n) SET n:Evil
MATCH (n) SET n += {a: 1}
MATCH (n:Paper) SET n.title = null RETURN n
MATCH (n) DELETE n
MATCH (n) DETACH DELETE n
MATCH (n) NODETACH DELETE n
MATCH (n)-[r]->() DELETE r
MATCH (n) REMOVE n.title
MATCH (n) REMOVE n:Paper
MATCH (n) FOREACH (x IN [1] | SET n.a = x)
FOREACH (x IN range(1, 10) | CREATE (:Evil {x: x}))
UNWIND range(1, 10) AS x CREATE (:Evil {x: x})
WITH 1 AS x CREATE (n {x: x}) RETURN n
OPTIONAL MATCH (n:None) CREATE (m) RETURN m
CALL { CREATE (n) }
CALL () { CREATE (n) }
CALL { CREATE (n) } IN TRANSACTIONS
MATCH (n) CALL { WITH n DETACH DELETE n } IN TRANSACTIONS
MATCH (n) CALL (n) { DETACH DELETE n } IN 2 CONCURRENT TRANSACTIONS OF 1 ROWS
CALL { CALL { CREATE (n) RETURN n } RETURN n } RETURN n
MATCH (n) WITH n LIMIT 1 SET n.x = 1 RETURN n.x
RETURN 1 UNION CREATE (n) RETURN 1
MATCH (n) WHERE EXISTS { MATCH (m) CREATE (o) RETURN o } RETURN n
cReAtE (n)
/* read */ CREATE (n)
CREATE/**/(n)
// read⏎CREATE (n)
\u0043REATE (n)
MATCH (n) S\u0045T n.x = 1
MATCH (n) SET n.`a\u0060b` = 1
MATCH (`n`) SET `n`.`x` = 1
MATCH (n:`Paper`) SET n:`a``) CREATE (m` RETURN n
MATCH (n {id: 'a\u0027}) DETACH DELETE n //'})
RETURN '\u0027 AS x CREATE (n) //'
EXPLAIN CREATE (n)
PROFILE CREATE (n)
PROFILE MATCH (n) DETACH DELETE n
EXPLAIN PROFILE CREATE (n)
CYPHER 5 CREATE (n)
CYPHER 25 CREATE (n)
CYPHER runtime=slotted CREATE (n)
CYPHER 5 planner=dp PROFILE CREATE (n)
CYPHER 25 LET x = 1 INSERT (:Evil)
INSERT (:Evil)
MATCH (n) RETURN n; CREATE (m)
MATCH (n) RETURN n; MATCH (n) DETACH DELETE n;
;CREATE (n)
RETURN 1;;CREATE (n)
RETURN ';'; CREATE (n)
LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row
LOAD CSV FROM 'CANARY' AS row RETURN row
load csv with headers from 'http://169.254.169.254/latest/meta-data' as row return row
LOAD/**/CSV FROM 'CANARY' AS row RETURN row
WITH 'CANARY' AS url LOAD CSV FROM url AS row RETURN row
WITH 1 AS x LOAD␠CSV FROM 'CANARY' AS row RETURN row
CALL { LOAD CSV FROM 'CANARY' AS row RETURN row } RETURN row
RETURN COLLECT { LOAD CSV FROM 'CANARY' AS row RETURN row }
RETURN [x IN range(1, 2) | COLLECT { LOAD CSV FROM 'CANARY' AS row RETURN row }]
RETURN [x IN [1] | COLLECT { L\u004fAD CSV FROM 'CANARY' AS row RETURN row }]
MATCH (n) WHERE EXISTS { LOAD CSV FROM 'CANARY' AS row RETURN row } RETURN n
RETURN reduce(s = 0, x IN [1] | s + COUNT { LOAD CSV FROM 'CANARY' AS row RETURN row })
USING PERIODIC COMMIT LOAD CSV FROM 'CANARY' AS row CREATE (n)
CALL dbms.listConfig()
CALL dbms.components()
CALL dbms.killConnection('x')
CALL dbms.queryJmx('*:*')
CALL dbms/**/./**/listConfig()
CALL/* db.labels() */dbms.listConfig()
CALL // db.labels()⏎dbms.listConfig()
CALL `dbms`.`listConfig`()
CALL `dbms`.\u0060listConfig\u0060()
C\u0041LL dbms.listConfig()
call dbms . listConfig
CALL dbms.listConfig
CALL dbms.listConfig() YIELD name RETURN name
MATCH (n) CALL dbms.listConfig() YIELD name RETURN n, name
RETURN [x IN [1] | COLLECT { CALL dbms.listConfig() YIELD name RETURN name }]
RETURN COLLECT { CALL dbms.listConfig() YIELD name RETURN name }
UNWIND [1] AS x WITH x WHERE x > 0. CALL dbms.listConfig() YIELD name RETURN name
CALL db.createLabel('Evil')
CALL db.createProperty('evil')
CALL db.createRelationshipType('EVIL')
CALL db.clearQueryCaches()
CALL db.prepareForReplanning()
CALL db.stats.collect('QUERIES')
CALL db.resampleOutdatedIndexes()
CALL db.awaitIndexes(1000000)
CALL db.create.setNodeVectorProperty(null, 'x', [1.0])
CALL tx.setMetaData({a: 1})
CALL gds.graph.drop('x', false)
CALL gds.graph.project('evil', '*', '*')
CALL gds.pageRank.write('g', {writeProperty: 'x'})
CALL gds.graph.list()
MATCH (n) WITH gds.graph.project('evil', n, n) AS g RETURN g
CALL apoc.load.json('CANARY')
CALL apoc.cypher.doIt('CREATE (n)', {})
CALL apoc.cypher.runWrite('CREATE (n)', {}) YIELD value RETURN value
CALL apoc.export.csv.all('x.csv', {})
CALL apoc.periodic.iterate('MATCH (n) RETURN n', 'DELETE n', {})
RETURN apoc.load.json('CANARY')
MATCH (a:Paper)-[:CITES]->(b:Paper) RETURN {g: gds.graph.project('evil', a, b)} AS g
MATCH (a:Paper)-[:CITES]->(b:Paper) RETURN {g:gds . graph/**/.`project`('evil', a, b)} AS g
MATCH (a:Paper)-[:CITES]->(b:Paper) RETURN {g: {h: gds.graph.project('evil', a, b)}} AS g
MATCH (a:Paper)-[:CITES]->(b:Paper) RETURN [1, 2][0..gds.graph.project('evil', a, b).nodeCount]
MATCH (a:Paper)-[:CITES]->(b:Paper) WITH {g: gds.graph.project('evil', a, b)} AS x RETURN x
MATCH (a:Paper)-[:CITES]->(b:Paper) RETURN a {.id, g: gds.graph.project('evil', a, b)} AS g
MATCH (n {id: gds.graph.exists('x')}) RETURN n
MATCH (n) WHERE n:Paper AND {a: gds.graph.exists('x')}.a RETURN n
RETURN {a: apoc.cypher.runFirstColumnSingle('LOAD CSV FROM \'CANARY\' AS row RETURN row', {})} AS a
RETURN {a: apoc.load.json('CANARY')} AS a
RETURN [1][0..apoc.create.uuid()] AS a
RETURN $x:apoc.cypher.runFirstColumnMany('CREATE (n)', {})
RETURN apoc.cypher.runFirstColumnSingle('CREATE (n) RETURN n', {})
SHOW DATABASES
SHOW USERS
SHOW SETTINGS
SHOW SETTINGS YIELD name, value RETURN name, value
SHOW TRANSACTIONS
/**/SHOW SETTINGS
TERMINATE TRANSACTIONS 'neo4j-transaction-1'
SHOW TRANSACTIONS YIELD transactionId AS t TERMINATE TRANSACTIONS t
USE system SHOW USERS
USE system MATCH (n) RETURN n
USE neo4j MATCH (n) RETURN n
USE graph.byName('system') MATCH (n) RETURN n
CALL { USE system MATCH (n) RETURN n } RETURN n
MATCH (n) RETURN n.id UNION USE system MATCH (n) RETURN n.id
CREATE INDEX evil FOR (n:Paper) ON (n.title)
CREATE CONSTRAINT evil FOR (n:Paper) REQUIRE n.title IS UNIQUE
CREATE FULLTEXT INDEX evil FOR (n:Paper) ON EACH [n.title]
DROP INDEX paper_date
DROP CONSTRAINT paper_id IF EXISTS
CREATE USER evil SET PASSWORD 'abcdefgh'
ALTER USER neo4j SET PASSWORD 'abcdefgh'
ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'abcdefgh'
DROP USER neo4j
CREATE DATABASE evil
DROP DATABASE neo4j
STOP DATABASE neo4j
START DATABASE neo4j
GRANT ROLE admin TO neo4j
DENY READ {*} ON GRAPH * TO public
REVOKE ROLE admin FROM neo4j
ENABLE SERVER 'x'
DEALLOCATE DATABASES FROM SERVER 'x'
DRYRUN REALLOCATE DATABASES
BEGIN
COMMIT
:param x => 1
"""

HONEST = r"""
RETURN 1
RETURN 1;
  match (p:Paper) return count(p) as papers ;
MATCH (p:Paper {id: 'P1'}) RETURN p
MATCH (p:Paper) WHERE p.title CONTAINS 'CALL dbms.listConfig()' RETURN p.id
MATCH (p:Paper) WHERE p.title = "CREATE (n); DETACH DELETE n" RETURN p.id
MATCH (p:Paper) WHERE p.title = 'LOAD CSV FROM \'x\' AS row' RETURN p.id
RETURN 'a \\' AS x, 'USE system' AS y
RETURN '\u0043REATE' AS word
MATCH (p:Paper) RETURN p.id AS `CREATE`
MATCH (p:Paper) RETURN p.`set` AS x
MATCH (p:Paper) RETURN p.call, p.load, p.use, p.show
MATCH (call:Paper) RETURN call.id
MATCH (p:Paper) // CREATE (n)⏎RETURN p.id
MATCH (p:Paper) /* DELETE p; */ RETURN p.id
MATCH (a:Paper)-[:CITES]->(b:Paper) RETURN a.id, b.id ORDER BY a.id, b.id
MATCH (a:Paper)-[c:CITES]->(b) WHERE c.date < date('1994-01-01') RETURN count(*)
MATCH (a:Paper)-[:CITES*1..3]->(b:Paper) RETURN a.id, count(DISTINCT b) AS reached
MATCH p = SHORTEST 1 (a:Paper {id: 'P7'})-[:CITES]->+(b:Paper {id: 'P1'}) RETURN length(p)
MATCH p = shortestPath((a:Paper {id: 'P7'})-[:CITES*1..9]->(b:Paper {id: 'P1'})) RETURN length(p)
MATCH (a:Author)-[:AUTHORED]->(p) WITH a, count(p) AS n WHERE n > 1 RETURN a.name, n
MATCH (p:Paper) RETURN p {.id, .title, citations: COUNT { (p)<-[:CITES]-() }} AS paper
MATCH (p:Paper) WHERE EXISTS { (p)<-[:CITES]-(:Paper) } RETURN p.id
MATCH (p:Paper) RETURN p.id, COLLECT { MATCH (p)-[:CITES]->(r) RETURN r.id ORDER BY r.id } AS r
MATCH (p:Paper) CALL (p) { MATCH (p)-[:CITES]->(r) RETURN count(r) AS n } RETURN p.id, n
MATCH (p:Paper) CALL { WITH p MATCH (p)-[:CITES]->(r) RETURN count(r) AS n } RETURN p.id, n
CALL { MATCH (p:Paper) RETURN p.id AS id UNION MATCH (a:Author) RETURN a.id AS id } RETURN id
MATCH (p:Paper) RETURN p.id UNION ALL MATCH (a:Author) RETURN a.id AS `p.id`
UNWIND [1, 2, 3] AS x WITH x WHERE x > 1.5 RETURN sum(x)
UNWIND $ids AS id MATCH (p:Paper {id: id}) RETURN p.id
MATCH (p:Paper) WHERE p.id IN $ids RETURN p.title
OPTIONAL MATCH (p:Paper {id: 'none'}) RETURN p
CALL db.labels()
CALL db.labels() YIELD label RETURN label ORDER BY label
CALL db.relationshipTypes() YIELD relationshipType AS type RETURN type
CALL db.propertyKeys()
CALL db.schema.visualization()
CALL db.schema.nodeTypeProperties()
CALL `db`.`labels`()
CALL db.index.fulltext.queryNodes('paper_text', 'networks') YIELD node, score RETURN node.id, score
MATCH (p:Paper) WHERE p.date IS NOT NULL RETURN date.truncate('year', p.date) AS y, count(*) AS n
MATCH (p:Paper) RETURN duration.between(p.date, date('2000-01-01')).years AS age
RETURN point.distance(point({x: 0, y: 0}), point({x: 1, y: 1})) AS d
RETURN date('2020-01-01') + duration({years: 1}) AS next, datetime.fromepoch(0, 0) AS zero
RETURN reduce(s = 0, x IN range(1, 5) | s + x) AS total
RETURN [x IN range(1, 5) WHERE x % 2 = 1 | x * x] AS squares
MATCH (p:Paper) RETURN CASE WHEN p.date IS NULL THEN 'none' ELSE toString(p.date) END AS date
MATCH (p:Paper) RETURN p.id, labels(p), keys(p), properties(p) LIMIT 3
MATCH (p:Paper) RETURN percentileCont(p.day, 0.5) AS median, stDev(p.day) AS spread
MATCH (p:Paper)-[c:CITES]->() RETURN type(c), startNode(c).id, endNode(c).id
MATCH (n:Paper|Author) RETURN count(n)
MATCH (n:(Paper&!Author)) RETURN count(n)
MATCH (a:Paper)((x)-[:CITES]->(y) WHERE x.day > y.day){1,3}(b:Paper) RETURN a.id, count(*)
MATCH (p:Paper) USING INDEX p:Paper(id) WHERE p.id = 'P1' RETURN p.title
MATCH (p:Paper) FINISH
RETURN gds.util.asNode(1)
RETURN gds . version()
RETURN `gds`.`version`()
RETURN {s: gds.similarity.jaccard([1, 2], [2, 3])} AS s
MATCH (p:Paper) WHERE p.date IS NOT NULL RETURN p {.id, y: date.truncate('year', p.date)} AS p
SHOW PROCEDURES
SHOW FUNCTIONS YIELD name, isBuiltIn WHERE isBuiltIn RETURN count(name) AS functions
SHOW INDEXES YIELD name, state RETURN name, state
SHOW CONSTRAINTS
EXPLAIN MATCH (p:Paper) RETURN p
PROFILE MATCH (p:Paper) RETURN count(p)
UNWIND range(1, 20000000) AS x WITH x LIMIT 3 RETURN x
MATCH (p:Paper) WITH collect(p.id) AS ids RETURN [i IN range(0, size(ids) - 1) | ids[i]] AS ids
"""


def written(text: str) -> list[str]:
    r"""The lines of a table; ``⏎`` stands for a line break, ``␠`` for a no-break space."""
    return [line.replace("⏎", "\n").replace("␠", "\u00a0") for line in text.strip("\n").split("\n")]
