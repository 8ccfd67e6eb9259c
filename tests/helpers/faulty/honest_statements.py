# ruff: noqa: E501, RUF001 - as people write them
"""Statements that the guard lets through: they only read."""

from helpers.faulty.guarded_statements import written

_HONEST = r"""
RETURN 1 ¦ RETURN 1;
  match (p:Paper) return count(p) as papers ; ¦ MATCH (p:Paper {id: 'P1'}) RETURN p
MATCH (p:Paper) WHERE p.title CONTAINS 'CALL dbms.listConfig()' RETURN p.id
MATCH (p:Paper) WHERE p.title = "CREATE (n); DETACH DELETE n" RETURN p.id
MATCH (p:Paper) WHERE p.title = 'LOAD CSV FROM \'x\' AS row' RETURN p.id
RETURN 'a \\' AS x, 'USE system' AS y ¦ RETURN '\u0043REATE' AS word
MATCH (p:Paper) RETURN p.id AS `CREATE` ¦ MATCH (p:Paper) RETURN p.`set` AS x
MATCH (p:Paper) RETURN p.call, p.load, p.use, p.show ¦ MATCH (call:Paper) RETURN call.id
MATCH (p:Paper) // CREATE (n)⏎RETURN p.id ¦ MATCH (p:Paper) /* DELETE p; */ RETURN p.id
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
MATCH (p:Paper) WHERE p.id IN $ids RETURN p.title ¦ OPTIONAL MATCH (p:Paper {id: 'none'}) RETURN p
CALL db.labels() ¦ CALL db.labels() YIELD label RETURN label ORDER BY label
CALL db.relationshipTypes() YIELD relationshipType AS type RETURN type ¦ CALL db.propertyKeys()
CALL db.schema.visualization() ¦ CALL db.schema.nodeTypeProperties() ¦ CALL `db`.`labels`()
CALL db.index.fulltext.queryNodes('paper_text', 'networks') YIELD node, score RETURN node.id, score
MATCH (p:Paper) WHERE p.date IS NOT NULL RETURN date.truncate('year', p.date) AS y, count(*) AS n
MATCH (p:Paper) RETURN duration.between(p.date, date('2000-01-01')).years AS age
RETURN point.distance(point({x: 0, y: 0}), point({x: 1, y: 1})) AS d
RETURN date('2020-01-01') + duration({years: 1}) AS next, datetime.fromepoch(0, 0) AS zero
RETURN reduce(s = 0, x IN range(1, 5) | s + x) AS total
RETURN [x IN range(1, 5) WHERE x % 2 = 1 | x * x] AS squares
RETURN [x IN range(1, 2 * 5 + 1) | x] AS few
MATCH p = (a:Paper)-[:CITES]->(b:Paper) RETURN [i IN range(0, length(p) - 1) | i] AS hops LIMIT 3
MATCH (p:Paper) WHERE p.date IS NOT NULL RETURN range(p.date.year, p.date.year + 5) AS years
MATCH (p:Paper) RETURN CASE WHEN p.date IS NULL THEN 'none' ELSE toString(p.date) END AS date
MATCH (p:Paper) RETURN p.id, labels(p), keys(p), properties(p) LIMIT 3
MATCH (p:Paper) RETURN percentileCont(p.day, 0.5) AS median, stDev(p.day) AS spread
MATCH (p:Paper)-[c:CITES]->() RETURN type(c), startNode(c).id, endNode(c).id
MATCH (n:Paper|Author) RETURN count(n) ¦ MATCH (n:(Paper&!Author)) RETURN count(n)
MATCH (a:Paper)((x)-[:CITES]->(y) WHERE x.day > y.day){1,3}(b:Paper) RETURN a.id, count(*)
MATCH (p:Paper) USING INDEX p:Paper(id) WHERE p.id = 'P1' RETURN p.title ¦ MATCH (p:Paper) FINISH
RETURN gds.util.asNode(1) ¦ RETURN gds . version() ¦ RETURN `gds`.`version`()
RETURN {s: gds.similarity.jaccard([1, 2], [2, 3])} AS s
MATCH (p:Paper) WHERE p.date IS NOT NULL RETURN p {.id, y: date.truncate('year', p.date)} AS p
SHOW PROCEDURES
SHOW FUNCTIONS YIELD name, isBuiltIn WHERE isBuiltIn RETURN count(name) AS functions
SHOW INDEXES YIELD name, state RETURN name, state ¦ SHOW CONSTRAINTS
EXPLAIN MATCH (p:Paper) RETURN p ¦ PROFILE MATCH (p:Paper) RETURN count(p)
UNWIND range(1, 20000000) AS x WITH x LIMIT 3 RETURN x
MATCH (p:Paper) WITH collect(p.id) AS ids RETURN [i IN range(0, size(ids) - 1) | ids[i]] AS ids
"""

# What honest people compute: each is asked for as ``RETURN … AS x``.
_EXPRESSIONS = r"""
1 + 2 * 3 - 4 / 5 % 6 ^ 7 ¦ 'a' + 'b' ¦ 'a' || 'b' ¦ [1] + [2] + 3
NOT true XOR false AND true OR null ¦ 1 < 2 <= 3 <> 4 ¦ 'abc' =~ '(?i)A.*'
'abc' STARTS WITH 'a' AND 'abc' ENDS WITH 'c' ¦ 1 IN [1, 2] ¦ null IS NULL ¦ 1 IS :: INTEGER
{a: 1, `b c`: [2, {d: 3}]}.a ¦ [1, 2, 3][0..2] ¦ [1, 2, 3][..-1]
{set: 1, delete: 2, create: 3, load: 4, call: 5, use: 6} ¦ '/* no comment */ // none'
"it's" + 'a "quote"' ¦ '\\' + '\'' + '\u00e9\n\t' ¦ abs(-1)
ceil(1.5) + floor(1.5) + round(1.234, 2) ¦ sign(-1) + sqrt(4) + exp(0) + log(1) + log10(10)
sin(0) + cos(0) + tan(0) + atan2(1, 1) + pi() + radians(180) ¦ isNaN(0.0 / 0.0) ¦ rand() < 1
e() > 2 ¦ toInteger('12') + toFloat('1.5') ¦ toIntegerOrNull('x') ¦ toBoolean('true')
toStringOrNull(1) ¦ toIntegerList(['1', 'x']) ¦ toUpper('a') + toLower('B')
trim('  x ') + ltrim(' x') + rtrim('x ') ¦ btrim('xxaxx', 'x')
left('abc', 2) + right('abc', 2) + substring('abc', 1) ¦ replace('abc', 'b', 'x') ¦ reverse('abc')
split('a,b', ',') ¦ char_length('é') ¦ normalize('ＡＢＣ', NFKC) ¦ size([1, 2])
head([1]) + last([1]) ¦ tail([1, 2]) ¦ range(0, 100, 5) ¦ range(1, 1000000)[999999]
coalesce(null, 1) ¦ nullIf(1, 2) ¦ valueType(1) ¦ timestamp() > 0 ¦ randomUUID() <> ''
any(x IN [1] WHERE x = 1) AND all(x IN [] WHERE x) AND none(x IN [1] WHERE x = 2)
single(x IN [1, 2] WHERE x = 1) ¦ isEmpty([]) ¦ keys({a: 1}) ¦ properties({a: 1})
reduce(s = '', w IN ['a', 'b'] | s + w) ¦ [x IN range(1, 5) WHERE x % 2 = 0 | x ^ 2]
[x IN [[1, 2], [3]] | size(x)] ¦ CASE 1 WHEN 1, 2 THEN 'a' ELSE 'b' END
CASE WHEN 1 > 2 THEN 'a' WHEN 2 > 1 THEN 'b' END ¦ date('2020-02-29')
date({year: 2020, week: 10, dayOfWeek: 1}) ¦ date.truncate('month', date('2020-02-29'))
datetime('2020-01-01T00:00:00Z') ¦ datetime({epochSeconds: 0}) ¦ datetime.fromEpochMillis(0)
localdatetime('2020-01-01T00:00:00') ¦ localtime('12:00') ¦ time('12:00+01:00')
time.truncate('hour', time('12:34+01:00')) ¦ duration('P1Y2M')
duration.between(date('2020-01-01'), date('2021-01-01')).months
duration.inDays(date('2020-01-01'), date('2021-01-01')).days ¦ date('2020-01-01').weekYear
date.transaction() = date.statement() ¦ point({latitude: 1, longitude: 2})
point.distance(point({x: 0, y: 0}), point({x: 3, y: 4}))
point.withinBBox(point({x: 1, y: 1}), point({x: 0, y: 0}), point({x: 2, y: 2}))
vector.similarity.cosine([1.0, 2.0], [2.0, 1.0])
vector.similarity.euclidean([1.0, 2.0], [2.0, 1.0]) ¦ gds.version()
gds.similarity.cosine([1, 2], [2, 3]) ¦ gds.similarity.overlap([1, 2], [2, 3])
gds.similarity.pearson([1, 2, 4], [2, 3, 3]) ¦ gds.util.infinity() > 1 ¦ gds.util.isFinite(1)
COUNT { MATCH (p:Paper) WHERE p.id STARTS WITH 'P' } ¦ EXISTS { (:Paper)-[:CITES]->() }
COLLECT { MATCH (p:Paper) RETURN p.id ORDER BY p.id LIMIT 2 }
COUNT { MATCH (p:Paper) RETURN p UNION MATCH (a:Author) RETURN a AS p }
[(p:Paper {id: 'P7'})-[:CITES]->(r) | r.id]
"""
_MATCHES = r"""
MATCH (p:Paper)-[:CITES]->{1,2}(q:Paper) RETURN p.id, q.id
MATCH (p:Paper)(()-[:CITES]->())+(q:Paper) RETURN p.id, q.id
MATCH (p:Paper)-[:CITES]->*(q:Paper {id: 'P1'}) RETURN count(*)
MATCH ALL SHORTEST (p:Paper {id: 'P7'})-[:CITES]->+(q:Paper {id: 'P1'}) RETURN p.id
MATCH p = ANY (a:Paper {id: 'P7'})-[:CITES]->+(b:Paper {id: 'P1'}) RETURN nodes(p), relationships(p)
MATCH p = SHORTEST 2 GROUPS (a:Paper {id: 'P7'})-[:CITES]->+(b:Paper {id: 'P1'}) RETURN length(p)
MATCH p = allShortestPaths((a:Paper {id: 'P7'})-[:CITES*..5]->(b:Paper {id: 'P1'})) RETURN p
MATCH (a)((x)-[r:CITES]->(y)){1,2}(b) RETURN [n IN x | n.id], size(r)
MATCH (n) WHERE n IS LABELED RETURN count(n) ¦ MATCH (n:!Paper) RETURN count(n)
MATCH (n:%) RETURN count(n) ¦ MATCH (n IS Paper) RETURN count(n)
MATCH (n:$('Paper')) RETURN count(n) ¦ MATCH ()-[r:CITES|AUTHORED]->() RETURN type(r), count(*)
MATCH ()-[r:!CITES]->() RETURN count(r)
MATCH (p:Paper WHERE p.day > 0)-[c:CITES WHERE c.day > 0]->() RETURN count(*)
MATCH (p:Paper) RETURN DISTINCT p.date.year AS year ORDER BY year DESC SKIP 1 LIMIT 3
MATCH (p:Paper) RETURN * ¦ MATCH (p:Paper) RETURN p['title'], p[$ids[0]]
MATCH (p:Paper) WHERE p.title IS NOT NULL AND p.title <> '' RETURN count(p)
MATCH (p:Paper) WITH p.venue AS v, count(*) AS n, collect(p.id)[..3] AS few RETURN v, n, few
MATCH (p:Paper) WITH p ORDER BY p.date LIMIT 2 MATCH (p)<-[:AUTHORED]-(a) RETURN p.id, a.name
MATCH (p:Paper) RETURN min(p.date), max(p.date), avg(p.day), sum(1), stDevP(p.day)
MATCH (p:Paper) RETURN percentileDisc(p.day, 0.5), count(DISTINCT p.date)
MATCH (p:Paper), (q:Paper) WHERE p.id < q.id AND NOT (p)-[:CITES]-(q) RETURN count(*)
MATCH (p:Paper) WHERE (p)-[:CITES]->() OR (p)<-[:CITES]-() RETURN p.id
MATCH (p:Paper) UNWIND keys(p) AS k RETURN k, count(*) ORDER BY k
MATCH (café:Paper) RETURN café.id AS `Titel – Ω` ¦ MATCH (论文:Paper) RETURN 论文.id AS 编号
MATCH (`a b`:Paper) RETURN `a b`.id AS `x``y` ¦ MATCH (p:Paper) RETURN p.id AS `DETACH DELETE n`
MATCH (set:Paper)-[delete:CITES]->(create) RETURN set.id, create.id
MATCH (p:Paper) WHERE p.id = '⏎' OR p.id = '--' RETURN p ¦ MATCH␠(p:Paper)␠RETURN␠p.id
/* a */ MATCH (p:Paper) /* b */ RETURN /* c */ p.id // d ¦ // SHOW SETTINGS⏎RETURN 1 AS x
MATCH (p:Paper) WHERE elementId(p) <> '' RETURN id(p) >= 0
MATCH (p:Paper {id: $ids[0]}) RETURN p.title
OPTIONAL MATCH (p:Paper {id: 'x'})-[:CITES]->(q) RETURN p, q ¦ CALL { RETURN 1 AS x } RETURN x
CALL () { RETURN 1 AS x } RETURN x
OPTIONAL CALL () { MATCH (p:Paper) RETURN p.id AS x LIMIT 1 } RETURN x
MATCH (p:Paper) CALL (*) { RETURN p.id AS x } RETURN x
CALL db.propertyKeys() YIELD propertyKey WHERE propertyKey STARTS WITH 'd' RETURN propertyKey
CALL db.schema.relTypeProperties() YIELD relType RETURN DISTINCT relType
CALL db.index.fulltext.queryNodes('paper_text', 'net* AND -speech~', {limit: 3}) YIELD node RETURN node.id
CALL db.index.fulltext.queryNodes('author_names', 'CREATE OR DELETE') YIELD node RETURN node.name
SHOW INDEX YIELD name ¦ SHOW INDEXES WHERE type = 'FULLTEXT'
SHOW FULLTEXT INDEXES YIELD name RETURN name ¦ SHOW RANGE INDEXES ¦ SHOW ALL INDEXES
SHOW UNIQUE CONSTRAINTS YIELD name ¦ SHOW ALL CONSTRAINTS
SHOW BUILT IN FUNCTIONS YIELD name RETURN count(*) ¦ SHOW ALL FUNCTIONS YIELD name RETURN count(*)
SHOW USER DEFINED FUNCTIONS YIELD name RETURN count(*)
SHOW PROCEDURES YIELD name, mode WHERE mode = 'READ' RETURN name
SHOW PROCEDURE EXECUTABLE YIELD name RETURN count(*)
"""


def honest() -> list[str]:
    """Statements that only read, in every way in which that is written."""
    asked = [f"RETURN {one} AS x" for one in written(_EXPRESSIONS)]
    matches = [*written(_HONEST), *written(_MATCHES)]
    plans = [f"{word} {one}" for one in written(_MATCHES)[:20] for word in ("EXPLAIN", "profile⏎")]
    return [*matches, *asked, *written("\n".join(plans))]
