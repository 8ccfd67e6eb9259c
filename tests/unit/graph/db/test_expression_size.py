"""Which statements compute too much inside an expression, and which do not."""

import time
from contextlib import suppress

import pytest

from scinet.errors import QueryError
from scinet.graph.db.guard import check_words
from scinet.graph.db.query import load_query, query_names
from scinet.graph.db.repetitions import is_exponential

MANY = list(range(10_000))
PARAMS = {"many": MANY, "n": 2_000_000_000, "re": "(a*)*b", "ids": ["P1"] * 5000}
ENDLESS = r"""
WITH range(1, 10000) AS l RETURN size([x IN l | size([y IN l | size([z IN l | x + y + z])])]) AS n
WITH range(1, 10000) AS l RETURN reduce(s = 0, x IN l | s + reduce(t = 0, y IN l | t + y)) AS n
WITH range(1, 10000) AS l RETURN all(x IN l WHERE any(y IN l WHERE none(z IN l WHERE z = x * y)))
WITH range(1, 10000) AS l RETURN [x IN l WHERE single(y IN l WHERE y = x)] AS xs
WITH range(1, 10000) AS l WITH l + l AS m RETURN [x IN m | [y IN m | y]] AS xs
WITH range(1, 10000) AS l RETURN [x IN l | range(1, size(l))] AS xs
WITH range(1, 3000) AS l RETURN [x IN l | CASE WHEN x > 1 THEN [y IN l | [z IN l | z]] END] AS xs
WITH range(1, 1000000) AS l RETURN [x IN l | l] AS xs
CALL () { WITH range(1, 10000) AS l RETURN l } RETURN [x IN l | [y IN l | y]] AS xs
RETURN COLLECT { WITH range(1, 10000) AS l RETURN [x IN l | [y IN l | y]] } AS xs
WITH $many AS l RETURN [x IN l | [y IN l | [z IN l | 1]]] AS xs
RETURN any(x IN $many WHERE any(y IN $many WHERE x * y < 0)) AS a
RETURN reduce(s = 0, x IN range(1, $n) | s + x) AS s
RETURN size(reduce(s = 'a', x IN range(1, 40) | replace(s, 'a', 'aa'))) AS s
RETURN reduce(s = [1], x IN range(1, 60) | s + s) AS s
RETURN reduce(s = 0, x IN range(1, 60) | [s, s]) AS s
RETURN reduce(s = {a: 1}, x IN range(1, 60) | {a: s, b: s}) AS s
RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '((a+)\\2?)+$' AS a
RETURN 'aaa' =~ ('(a|a)*b') AS a
RETURN 'aaa' =~ $re AS a
MATCH (p) WHERE p.title =~ '(?i)^(\\w+\\s?)*$' RETURN p
"""
HONEST = r"""
MATCH (p:Paper) WHERE p.title =~ '(?i).*\\b(neural|deep)\\b.*' RETURN p
MATCH (p:Paper) WHERE p.title =~ '(\\w+ )+x|(graph|network)+[a-z]+' RETURN p
MATCH (p:Paper) WHERE p.id IN $ids RETURN [x IN $many WHERE x IN p.ids] AS xs
MATCH (p:Paper) WITH collect(p) AS ps RETURN [a IN ps | [b IN ps | [c IN ps | c.id]]] AS xs
MATCH (p:Paper) RETURN p.id, [(p)-[:CITES]->(q) WHERE q.year > 2000 | q.id][0..5] AS cited
RETURN reduce(b = null, x IN [1, 2] | CASE WHEN b IS NULL OR x > b THEN x ELSE b END) AS b
RETURN reduce(a = [], x IN $many | CASE WHEN x IN a THEN a ELSE a + x END) AS a
RETURN reduce(a = [], x IN $many | [y IN a WHERE y <> x | y * 1] + x) AS a
RETURN reduce(s = '', n IN $ids | s + CASE WHEN s = '' THEN '' ELSE ', ' END + n) AS s
RETURN reduce(s = $text, c IN split('+-&|!(){}[]^"~*?:/', '') | replace(s, c, '\\' + c)) AS s
RETURN reduce(s = 0, x IN range(1, 100000) | s + x * s) AS s
RETURN reduce(m = {n: 0}, x IN range(1, 1000) | {n: m.n + x}) AS m
RETURN [x IN range(1, 1000) | [y IN range(1, 1000) | x * y]] AS xs
RETURN all(x IN range(1, 5000000) WHERE x > 0) AS a
WITH range(1, 5000) AS l RETURN size([x IN l WHERE NOT x IN l]) AS n
"""


@pytest.mark.parametrize("statement", ENDLESS.strip().split("\n"))
def test_what_would_keep_the_server_busy_is_refused(statement: str) -> None:
    with pytest.raises(QueryError, match=r"inside an expression|repetitions are repeated"):
        check_words(statement, PARAMS)


@pytest.mark.parametrize("statement", HONEST.strip().split("\n"))
def test_what_ends_is_let_through(statement: str) -> None:
    check_words(statement, PARAMS)


def test_the_statements_of_the_package_are_let_through() -> None:
    for name in query_names():
        if (query := load_query(name)).mode == "read":
            assert "inside an expression" not in said(query.text), name


def said(statement: str) -> str:
    try:
        check_words(statement)
    except QueryError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+",
        "(a*)*",
        "((a+)+)",
        "(.*,?)*x",
        "(?:a+){2,}",
        "((a+)b?)*",
        "(|a+)+",
        "(\\d+[a-z]*)+$",
    ],
)
def test_repetitions_of_repetitions_are_seen(pattern: str) -> None:
    assert is_exponential(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        *(r"a+b+c+", r".*graph.*", r"(?i)(deep|graph).*", r"[\w&&[^\d]]+", r"\Q(a+)+\E"),
        *(r"(?=a+)b+", r"(a+){2}", r"\(a+\)+", "(", ")a+", r"[(a+)+]", "(a+b)+", "(a++)+"),
        "(?>a+)+",
    ],
)
def test_other_patterns_are_let_through(pattern: str) -> None:
    assert not is_exponential(pattern)


@pytest.mark.parametrize(
    "unit", ["reduce(s = 1, x IN y | ", "[x IN y | CASE WHEN x THEN y ELSE ", "[x IN s | range(1, "]
)
def test_no_nesting_keeps_the_guard_busy(unit: str) -> None:
    depth = 99 // (unit.count("(") + unit.count("["))
    begun = time.process_time()
    with suppress(QueryError):
        check_words(f"RETURN {unit * depth}{'a, b ' * 9000}")
    assert time.process_time() - begun < 5  # a bound of what hangs, not a figure of speed
