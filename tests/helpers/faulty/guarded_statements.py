# ruff: noqa: E501 - as people write them
"""Statements that the guard refuses, and endless ones that only a time limit stops."""

ATTACKS = r"""
MERGE (n:Paper {id: 'P1'}) ON MATCH SET n.title = 'x' ¦ MATCH (n) SET n += {a: 1}
MATCH (n:Paper) SET n.title = null RETURN n ¦ MATCH (n) DELETE n ¦ MATCH (n) NODETACH DELETE n
MATCH (n)-[r]->() DELETE r ¦ MATCH (n) REMOVE n:Paper ¦ MATCH (n) FOREACH (x IN [1] | SET n.a = x)
UNWIND range(1, 10) AS x CREATE (:Evil {x: x}) ¦ OPTIONAL MATCH (n:None) CREATE (m) RETURN m
CALL { CREATE (n) } ¦ CALL () { CREATE (n) } ¦ CALL { CREATE (n) } IN TRANSACTIONS
MATCH (n) CALL { WITH n DETACH DELETE n } IN TRANSACTIONS
MATCH (n) CALL (n) { DETACH DELETE n } IN 2 CONCURRENT TRANSACTIONS OF 1 ROWS
MATCH (n) WITH n LIMIT 1 SET n.x = 1 RETURN n.x
MATCH (n) WHERE EXISTS { MATCH (m) CREATE (o) RETURN o } RETURN n ¦ MATCH (n) S\u0045T n.x = 1
MATCH (n) SET n.`a\u0060b` = 1 ¦ MATCH (`n`) SET `n`.`x` = 1
MATCH (n:`Paper`) SET n:`a``) CREATE (m` RETURN n ¦ MATCH (n {id: 'a\u0027}) DETACH DELETE n //'})
RETURN '\u0027 AS x CREATE (n) //' ¦ PROFILE MATCH (n) DETACH DELETE n
EXPLAIN PROFILE CREATE (n) ¦ CYPHER runtime=slotted CREATE (n)
CYPHER 5 planner=dp PROFILE CREATE (n) ¦ CYPHER 25 LET x = 1 INSERT (:Evil) ¦ INSERT (:Evil)
MATCH (n) RETURN n; CREATE (m) ¦ MATCH (n) RETURN n; MATCH (n) DETACH DELETE n;
RETURN 1;;CREATE (n) ¦ RETURN ';'; CREATE (n)
load csv with headers from 'http://169.254.169.254/latest/meta-data' as row return row
WITH 'CANARY' AS url LOAD CSV FROM url AS row RETURN row
WITH 1 AS x LOAD␠CSV FROM 'CANARY' AS row RETURN row
RETURN [x IN range(1, 2) | COLLECT { LOAD CSV FROM 'CANARY' AS row RETURN row }]
RETURN [x IN [1] | COLLECT { L\u004fAD CSV FROM 'CANARY' AS row RETURN row }]
MATCH (n) WHERE EXISTS { LOAD CSV FROM 'CANARY' AS row RETURN row } RETURN n
RETURN reduce(s = 0, x IN [1] | s + COUNT { LOAD CSV FROM 'CANARY' AS row RETURN row })
USING PERIODIC COMMIT LOAD CSV FROM 'CANARY' AS row CREATE (n) ¦ CALL dbms.listConfig()
CALL dbms.components() ¦ CALL dbms.killConnection('x') ¦ CALL dbms.queryJmx('*:*')
CALL dbms/**/./**/listConfig() ¦ CALL/* db.labels() */dbms.listConfig()
CALL // db.labels()⏎dbms.listConfig() ¦ CALL `dbms`.`listConfig`()
CALL `dbms`.\u0060listConfig\u0060() ¦ call dbms . listConfig ¦ CALL dbms.listConfig
MATCH (n) CALL dbms.listConfig() YIELD name RETURN n, name
RETURN [x IN [1] | COLLECT { CALL dbms.listConfig() YIELD name RETURN name }]
CALL db.clearQueryCaches() ¦ CALL db.prepareForReplanning() ¦ CALL db.stats.collect('QUERIES')
CALL db.resampleOutdatedIndexes() ¦ CALL db.awaitIndexes(1000000)
CALL gds.graph.drop('x', false) ¦ CALL gds.graph.project('evil', '*', '*')
CALL gds.pageRank.write('g', {writeProperty: 'x'}) ¦ CALL gds.graph.list()
MATCH (n) WITH gds.graph.project('evil', n, n) AS g RETURN g ¦ CALL apoc.load.json('CANARY')
CALL apoc.cypher.doIt('CREATE (n)', {})
CALL apoc.cypher.runWrite('CREATE (n)', {}) YIELD value RETURN value
CALL apoc.export.csv.all('x.csv', {})
CALL apoc.periodic.iterate('MATCH (n) RETURN n', 'DELETE n', {})
MATCH (a:Paper)-[:CITES]->(b:Paper) RETURN {g: gds.graph.project('evil', a, b)} AS g
MATCH (a:Paper)-[:CITES]->(b:Paper) RETURN {g:gds . graph/**/.`project`('evil', a, b)} AS g
MATCH (a:Paper)-[:CITES]->(b:Paper) RETURN {g: {h: gds.graph.project('evil', a, b)}} AS g
MATCH (a:Paper)-[:CITES]->(b:Paper) RETURN [1, 2][0..gds.graph.project('evil', a, b).nodeCount]
MATCH (a:Paper)-[:CITES]->(b:Paper) WITH {g: gds.graph.project('evil', a, b)} AS x RETURN x
MATCH (a:Paper)-[:CITES]->(b:Paper) RETURN a {.id, g: gds.graph.project('evil', a, b)} AS g
MATCH (n {id: gds.graph.exists('x')}) RETURN n
MATCH (n) WHERE n:Paper AND {a: gds.graph.exists('x')}.a RETURN n
RETURN {a: apoc.cypher.runFirstColumnSingle('LOAD CSV FROM \'CANARY\' AS row RETURN row', {})} AS a
RETURN [1][0..apoc.create.uuid()] AS a
RETURN $x:apoc.cypher.runFirstColumnMany('CREATE (n)', {})
RETURN apoc.cypher.runFirstColumnSingle('CREATE (n) RETURN n', {}) ¦ SHOW DATABASES ¦ SHOW USERS
SHOW SETTINGS ¦ SHOW SETTINGS YIELD name, value RETURN name, value ¦ SHOW TRANSACTIONS
/**/SHOW SETTINGS ¦ TERMINATE TRANSACTIONS 'neo4j-transaction-1'
SHOW TRANSACTIONS YIELD transactionId AS t TERMINATE TRANSACTIONS t ¦ USE system SHOW USERS
USE system MATCH (n) RETURN n ¦ USE neo4j MATCH (n) RETURN n
USE graph.byName('system') MATCH (n) RETURN n ¦ CALL { USE system MATCH (n) RETURN n } RETURN n
MATCH (n) RETURN n.id UNION USE system MATCH (n) RETURN n.id
CREATE INDEX evil FOR (n:Paper) ON (n.title)
CREATE CONSTRAINT evil FOR (n:Paper) REQUIRE n.title IS UNIQUE
CREATE FULLTEXT INDEX evil FOR (n:Paper) ON EACH [n.title] ¦ DROP INDEX paper_date
DROP CONSTRAINT paper_id IF EXISTS ¦ CREATE USER evil SET PASSWORD 'abcdefgh'
ALTER USER neo4j SET PASSWORD 'abcdefgh' ¦ ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'abcdefgh'
DROP USER neo4j ¦ CREATE DATABASE evil ¦ DROP DATABASE neo4j ¦ STOP DATABASE neo4j
START DATABASE neo4j ¦ GRANT ROLE admin TO neo4j ¦ DENY READ {*} ON GRAPH * TO public
REVOKE ROLE admin FROM neo4j ¦ ENABLE SERVER 'x' ¦ DEALLOCATE DATABASES FROM SERVER 'x'
DRYRUN REALLOCATE DATABASES ¦ BEGIN ¦ COMMIT ¦ :param x => 1
"""

# Statements that would keep a server busy, or fill its memory or that of whoever asks.
ENDLESS = r"""
RETURN size(reduce(s = 'a', x IN range(1, 30) | s + s)) AS s
UNWIND range(1, 100000000) AS x UNWIND range(1, 1000) AS y RETURN max(x * y)
UNWIND range(1, 1000000000000) AS x RETURN count(x)
UNWIND range(1, 1000000000000) AS x WITH collect(x) AS xs RETURN size(xs)
UNWIND range(1, 1000000000000) AS x WITH DISTINCT x RETURN count(*)
UNWIND range(1, 1000000000000) AS x RETURN x ORDER BY x DESC LIMIT 100000000
UNWIND range(1, 1000000000000) AS x RETURN x % 10000000 AS y, count(*)
UNWIND range(1, 1000) AS x CALL (x) { UNWIND range(1, 1000000000) AS y RETURN sum(y) AS s } RETURN s
UNWIND [1, 2] AS x CALL (x) { UNWIND range(1, 1000000000000) AS y RETURN max(y) AS m } IN TRANSACTIONS RETURN m
MATCH (a), (b), (c), (d), (e), (f), (g), (h), (i), (j), (k), (l) RETURN count(*)
MATCH (a), (b), (c), (d), (e), (f), (g), (h), (i), (j), (k), (l) RETURN a.id, l.id ORDER BY l.id
MATCH (a), (b), (c), (d), (e), (f), (g), (h) WHERE a.id + b.id = h.id + 'x' RETURN count(*)
UNWIND range(1, 1000000000000) AS x MATCH (a)-[*]-(b) RETURN count(*)
UNWIND range(1, 1000000000000) AS x MATCH p = (a)((b)-[:CITES]-(c))+(d) RETURN count(p)
UNWIND range(1, 1000000000000) AS x WITH x WHERE 'aaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(a+)+' RETURN x
UNWIND range(1, 1000000000000) AS x WITH x, COUNT { MATCH (a), (b), (c) } AS n RETURN sum(n)
RETURN COUNT { UNWIND range(1, 1000000000000) AS x RETURN x } AS n
RETURN COLLECT { UNWIND range(1, 1000000000000) AS x RETURN x } AS n
RETURN EXISTS { UNWIND range(1, 1000000000000) AS x WITH x WHERE x < 0 RETURN x } AS n
PROFILE UNWIND range(1, 1000000000000) AS x RETURN count(x)
RETURN size([x IN range(1, 2000000000) WHERE x % 2 = 0 | x]) AS s
RETURN reduce(s = 0, x IN range(1, 1000000000000000) | x) AS s
RETURN reduce(s = 0, x IN range(1, 2_000_000_000) | x) AS s
RETURN reduce(s = 0, x IN range(1, 0x77359400) | x) AS s
RETURN reduce(s = 0, x IN `range`(1, 2000000000) | x) AS s
RETURN reduce(s = 0, x IN range(1, 20000*100000) | x) AS s
RETURN [x IN range(1, 100000) | [y IN range(1, 100000) | x * y]] AS s
RETURN reduce(s = 0, x IN $many | s + reduce(t = 0, y IN $many | t + x * y)) AS s
RETURN any(x IN $many WHERE any(y IN $many WHERE x * y < 0)) AS s
RETURN size(reduce(s = 'a', x IN range(1, 40) | replace(s, 'a', 'aa'))) AS s
RETURN reduce(s = [1], x IN range(1, 60) | s + s) AS s
RETURN reduce(s = [], x IN range(1, 60) | [s, s]) AS s
RETURN reduce(s = {a: 1}, x IN range(1, 60) | {a: s, b: s}) AS s
UNWIND range(1, 100000000) AS x RETURN range(1, 100000) AS xs
UNWIND range(1, 100000000) AS x RETURN reduce(s = 'a', y IN range(1, 20) | s + s) AS s
"""


def written(text: str) -> list[str]:
    r"""The entries of a table; ``⏎`` stands for a line break, ``␠`` for a no-break space.

    Short entries share a line, with ``¦`` between them.
    """
    listed = text.strip("\n").replace(" ¦ ", "\n").split("\n")
    return [one.replace("⏎", "\n").replace("␠", "\u00a0") for one in listed]
