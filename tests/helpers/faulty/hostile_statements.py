"""Statements in Cypher that hostile people write; a further one is one more line of a table.

These are the attacks of ``guarded_statements`` and, generated, each clause that does something put
into each place where a clause may stand, each function into each expression, and each clause in
each spelling. ``CANARY`` stands for an address that nothing may call.
"""

from collections.abc import Callable
from typing import Final

from helpers.faulty.guarded_statements import ATTACKS, written

# What a statement must not do, as a clause that others may follow.
CLAUSES: Final = written(r"""
CREATE (:Evil) ¦ MERGE (:Evil {id: 'x'}) ¦ MATCH (n) SET n.evil = 1 ¦ MATCH (n) SET n:Evil
MATCH (n) REMOVE n.id ¦ MATCH (n) DETACH DELETE n ¦ FOREACH (x IN [1] | CREATE (:Evil {x: x}))
LOAD CSV FROM 'CANARY' AS row ¦ LOAD CSV WITH HEADERS FROM 'file:///etc/passwd' AS row
LOAD CSV FROM 'ftp://127.0.0.1/x' AS row FIELDTERMINATOR ';' ¦ CALL dbms.listConfig() YIELD name
CALL dbms.setConfigValue('db.logs.query.enabled', 'VERBOSE')
CALL dbms.killConnection('bolt-1') YIELD message ¦ CALL dbms.upgrade() YIELD status
CALL dbms.security.createUser('evil', 'abcdefgh', false)
CALL dbms.cluster.readReplicaToggle('x', true) YIELD state ¦ CALL db.createLabel('Evil')
CALL db.createProperty('evil') ¦ CALL db.createRelationshipType('EVIL')
CALL db.checkpoint() YIELD success ¦ CALL db.clearQueryCaches() YIELD value
CALL db.create.setNodeVectorProperty(null, 'x', [1.0])
CALL db.stats.clear('QUERIES') YIELD success ¦ CALL tx.setMetaData({a: 1})
CALL gds.graph.project('evil', '*', '*') YIELD graphName
CALL gds.graph.drop('x', false) YIELD graphName
CALL gds.graph.export('x', {dbName: 'evil'}) YIELD dbName
CALL gds.graph.export.csv('x', {exportName: 'evil'}) YIELD exportName
CALL gds.graph.nodeProperties.write('x', 'evil') YIELD writeMillis
CALL gds.graph.generate('evil', 5, 2) YIELD name ¦ CALL gds.backup() YIELD graphName
CALL gds.restore() YIELD restoredGraph ¦ CALL gds.model.store('x') YIELD modelName
CALL gds.pageRank.write('x', {writeProperty: 'evil'}) YIELD writeMillis
CALL gds.louvain.mutate('x', {mutateProperty: 'evil'}) YIELD mutateMillis
CALL gds.debug.arrow() YIELD running ¦ CALL apoc.load.json('CANARY') YIELD value
CALL apoc.load.xml('CANARY') YIELD value
CALL apoc.load.jdbc('jdbc:h2:mem:', 'SELECT 1') YIELD row
CALL apoc.export.cypher.all('evil.cypher', {}) YIELD file ¦ CALL apoc.import.file('x') YIELD file
CALL apoc.cypher.runWrite('CREATE (:Evil)', {}) YIELD value
CALL apoc.cypher.runFile('x.cypher') YIELD row
CALL apoc.periodic.submit('evil', 'CREATE (:Evil)') YIELD name
CALL apoc.trigger.install('neo4j', 'evil', 'RETURN 1', {}) YIELD name
CALL apoc.systemdb.execute('CREATE USER evil') YIELD row ¦ CALL apoc.util.sleep(100000)
CALL apoc.log.error('evil') ¦ CALL genai.vector.encodeBatch(['x'], 'OpenAI', {}) YIELD vector
""")
# Functions that do more than compute, and those of plug-ins that are not known.
_CALLS: Final = written(r"""
gds.graph.project('evil', 1, 2) ¦ gds.graph.project.remote(1, 2, {}) ¦ gds.graph.exists('x')
gds . graph /* x */ . `exists` ('x') ¦ gds.list()
apoc.cypher.runFirstColumnSingle('CREATE (:Evil) RETURN 1', {}) ¦ apoc.load.json('CANARY')
apoc.util.sha256(['x']) ¦ apoc.static.get('x') ¦ apoc.create.uuid() ¦ db.nameFromElementId('x')
genai.vector.encode('x', 'OpenAI', {token: 'x'}) ¦ graph.byName('system')
""")
_AROUND_CLAUSES: Final = written(r"""
HERE RETURN 1 AS x
EXPLAIN HERE RETURN 1 AS x
PROFILE HERE RETURN 1 AS x
EXPLAIN EXPLAIN HERE RETURN 1 AS x
CYPHER 5 HERE RETURN 1 AS x
CYPHER 25 HERE RETURN 1 AS x
CYPHER runtime=slotted planner=cost HERE RETURN 1 AS x
USE neo4j HERE RETURN 1 AS x
/* MATCH (n) */ HERE RETURN 1 AS x
// MATCH (n)⏎HERE RETURN 1 AS x
'x' HERE RETURN 1 AS x
RETURN 1 AS x; HERE RETURN 1 AS x
MATCH (n:Paper) RETURN 1 AS x UNION HERE RETURN 1 AS x
WITH 1 AS one HERE RETURN 1 AS x
UNWIND [1] AS one WITH one WHERE one > 0. HERE RETURN 1 AS x
MATCH (n:Paper) WITH n LIMIT 1 HERE RETURN 1 AS x
CALL { HERE RETURN 1 AS x } RETURN x
CALL () { HERE RETURN 1 AS x } RETURN x
OPTIONAL CALL () { HERE RETURN 1 AS x } RETURN x
CALL { HERE RETURN 1 AS x } IN TRANSACTIONS OF 1 ROWS RETURN x
UNWIND [1] AS y CALL (y) { HERE RETURN 1 AS x } IN 2 CONCURRENT TRANSACTIONS RETURN x
CALL { CALL { CALL { HERE RETURN 1 AS x } RETURN x } RETURN x } RETURN x
RETURN COLLECT { HERE RETURN 1 AS x }
RETURN [y IN [1] | COUNT { HERE RETURN 1 AS x }]
RETURN {a: COUNT { HERE RETURN 1 AS x }}
RETURN [1, 2][0..COUNT { HERE RETURN 1 AS x }]
RETURN reduce(s = 0, y IN [1] | s + COUNT { HERE RETURN 1 AS x })
RETURN CASE WHEN EXISTS { HERE RETURN 1 AS x } THEN 1 END
RETURN any(y IN [1] WHERE EXISTS { HERE RETURN 1 AS x })
MATCH (n {id: COUNT { HERE RETURN 1 AS x }}) RETURN n
MATCH (n:Paper) WHERE EXISTS { HERE RETURN 1 AS x } RETURN n
MATCH (n:Paper) RETURN n {.id, a: COLLECT { HERE RETURN 1 AS x }}
MATCH (a)((b)-->(c) WHERE EXISTS { HERE RETURN 1 AS x }){1,2}(d) RETURN a
MATCH (n:Paper) RETURN n ORDER BY COUNT { HERE RETURN 1 AS x } LIMIT 1
MATCH (n:$(toString(COUNT { HERE RETURN 1 AS x }))) RETURN n
SHOW INDEXES YIELD name WHERE EXISTS { HERE RETURN 1 AS x } RETURN name
RETURN '\u0027 AS y HERE RETURN 1 AS x //'
RETURN "\\\u0022 AS y HERE RETURN 1 AS x //"
MATCH (`n\u0060) HERE RETURN 1 AS x //`) RETURN 1
""")
_AROUND_CALLS: Final = written(r"""
RETURN HERE AS x ¦ RETURN {a: HERE} AS x ¦ RETURN {a: {b: [HERE]}} AS x ¦ RETURN [1, 2][HERE] AS x
RETURN [1, 2][0..HERE] AS x ¦ RETURN [y IN [1] | HERE] AS x
RETURN [y IN [HERE] WHERE y | y] AS x ¦ RETURN COLLECT { RETURN HERE AS y } AS x
MATCH (n {id: HERE}) RETURN n ¦ MATCH (n)-[r:CITES {date: HERE}]->() RETURN n
MATCH (n:Paper) RETURN n {.id, a: HERE} AS x ¦ MATCH (n:Paper) WHERE n:Paper AND HERE = 1 RETURN n
MATCH (n:Paper) RETURN n.id ORDER BY HERE ¦ MATCH (n:Paper) RETURN n.id LIMIT HERE
UNWIND [HERE] AS x RETURN x
CALL db.index.fulltext.queryNodes('paper_text', HERE) YIELD node RETURN node
SHOW INDEXES YIELD name WHERE name = HERE RETURN name ¦ RETURN $x:HERE
RETURN CASE HERE WHEN 1 THEN 2 ELSE HERE END AS x ¦ RETURN toString(/* date */HERE) AS x
""")


def _escaped(text: str) -> str:
    """The first letter of every word as the server's escape, which it reads before the words."""
    words = text.split(" ")
    return " ".join(f"\\u{ord(one[0]):04x}{one[1:]}" if one[:1].isalpha() else one for one in words)


def _wide(text: str) -> str:
    """The look-alikes of Latin letters that East Asian scripts print."""
    return "".join(chr(ord(one) + 0xFEE0) if one.isalpha() else one for one in text)


_SPELLINGS: Final[tuple[Callable[[str], str], ...]] = (
    str.lower,
    str.swapcase,
    _escaped,
    _wide,
    lambda text: text.replace("\\u", "\\\\u"),
    lambda text: text.replace(" ", "/**/"),
    lambda text: text.replace(" ", " // x'\n"),
    lambda text: text.replace(" ", "\N{NO-BREAK SPACE}"),
    lambda text: text.replace(" ", "\N{LINE SEPARATOR}"),
    lambda text: text.replace(" ", "\x1f\x0b"),
    lambda text: text.replace("S", "\N{LATIN SMALL LETTER LONG S}"),
    lambda text: text.replace("A", "A\N{ZERO WIDTH JOINER}").replace(
        "a", "\N{CYRILLIC SMALL LETTER A}"
    ),
    lambda text: text.replace(".", "./**/").replace("(", "\r\n("),
    lambda text: "\ufeff" + text,
    lambda text: ";" + text,
    lambda text: text + ";" + text,
)


def statements() -> list[str]:
    """Statements that write, reach outside or command the server: none may run."""
    found = written(ATTACKS)
    found += [place.replace("HERE", one) for one in CLAUSES for place in _AROUND_CLAUSES]
    found += [place.replace("HERE", one) for one in _CALLS for place in _AROUND_CALLS]
    found += [spelling(f"{one} RETURN 1 AS x") for one in CLAUSES for spelling in _SPELLINGS]
    return list(dict.fromkeys(found))


HEADER: Final = "// mode: read\n// params:\n// returns: x\n\n"


def headers() -> list[str]:
    """Files of statements whose headers say what is not so, or nothing that can be read."""
    reads = "MATCH (n:Paper) RETURN n.id AS x"
    writes = "CREATE (:Evil) RETURN 1 AS x"
    return [
        "",
        reads,
        writes,
        HEADER + writes,
        HEADER.replace("read", "write") + writes,
        HEADER.replace("read", "READ") + writes,
        HEADER.replace("read", "read\\u000aCREATE (:Evil)") + reads,
        HEADER.replace("read", "read; write") + reads,
        HEADER.replace("params:", "params: x = 1") + reads,
        HEADER.replace("params:", "params: x = __import__('os')") + reads.replace("n.id", "$x"),
        HEADER.replace("params:", "params: x = {}") + reads.replace("n.id", "$y"),
        HEADER.replace("params:", f"params: x = {'[' * 5_000}") + reads.replace("n.id", "$x"),
        HEADER.replace("params:", "params:\n// values: x = a | b") + reads,
        HEADER.replace("// mode", "// mode: write\n// mode") + writes,
        HEADER + reads + ";\n" + writes,
        HEADER + "/*\n" + reads + "\n*/ " + writes,
        HEADER + "// $x\n" + writes,
        HEADER + "LOAD CSV FROM 'file:///etc/passwd' AS x RETURN x",
        HEADER + "LOAD CSV FROM 'CANARY' AS x RETURN x",
        HEADER + "EXPLAIN " + reads,
        HEADER + "CALL dbms.listConfig() YIELD name AS x RETURN x",
        HEADER + "MATCH (a)-->(b) RETURN {g: gds.graph.project('evil', a, b)} AS x",
        HEADER + "SHOW SETTINGS YIELD name AS x RETURN x",
        "\ufeff" + HEADER + writes,
        HEADER.replace("\n", "\r") + writes,
        HEADER.replace("\n", "\N{LINE SEPARATOR}") + writes,
    ]
