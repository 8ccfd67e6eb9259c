"""Which arguments of ``range`` are believed."""

import pytest

from scinet.errors import QueryError
from scinet.graph.db.guard import check_words

HONEST = """
1, 10000000
0, size(x) - 1
0, size([1, 2, 3]) - 1
1, $n
0, 10
0, -10, -1
2000, p.date.year + 5
0, length(p) / 2
10 * 20, 30 * 40
0, size(split(t, ' ')) - 2
0x10, 1_000
min(first), max(last)
"""
HOSTILE = """
1, 10000001
1, 2_000_000_000
1, 0x77359400
1, 20000*100000
1, 0 * 1 + 10000001
1, 9000000 - -9000000
1, n * 100000
1, 9999999 + 9999999
1, toInteger(2e9)
1, toInteger(10 ^ 9)
1, toInteger(100 / 0.0000001)
1, toInteger('2000000000')
1, toInteger(toString(99999) + toString(99999))
1, toInteger(t + t + 'x')
1, toInteger(t || t)
1, reduce(s = 1, x IN [1, 2, 3] | s + s)
1, timestamp()
1, datetime().epochMillis
-2000000000, 0
1, size(range(1, 20000000))
"""


NAMED = """
WITH 10000001 AS n RETURN [x IN range(1, n) | x] AS xs
WITH 9999999 AS n WITH n + n AS m RETURN reduce(s = 0, x IN range(1, m) | s + x) AS s
WITH 20000 * 100000 AS `n` RETURN [x IN range(1, n + 1) | x] AS xs
UNWIND [1, 2000000000] AS n RETURN [x IN range(1, n) | x] AS xs
RETURN [n IN [2000000000] | reduce(s = 0, x IN range(1, n) | s + x)] AS xs
UNWIND range(1, 2000000000) AS n RETURN [x IN range(1, n) | x] AS xs
WITH toInteger('2000000000') AS n RETURN [x IN range(1, n) | x] AS xs
WITH [1, 2e9] AS ns RETURN [x IN range(1, ns[1]) | x] AS xs
WITH 1 AS n WITH 2000000000 AS n RETURN [x IN range(1, n) | x] AS xs
"""
NAMED_HONEST = """
WITH 10000000 AS n RETURN [x IN range(1, n) | x] AS xs
MATCH (p:Paper) WITH count(*) AS n RETURN [x IN range(1, n) | x] AS xs
MATCH (p:Paper) WITH collect(p.title + ' 2020') AS t RETURN [i IN range(0, size(t)) | t[i]]
UNWIND range(2000, 2020) AS y RETURN [x IN range(2000, y) | x] AS xs
MATCH (p:Paper) WITH p, max(p.year) - 2000 AS n RETURN [x IN range(0, n) | p.title] AS xs
MATCH (p:Paper) WHERE p.citations IN [2000000000] RETURN [x IN range(0, p.n) | x] AS xs
WITH 2000000000 AS large RETURN [x IN range(1, 10) | x + large] AS xs
"""


def statements(arguments: list[str], name: str = "range") -> list[str]:
    return [f"RETURN [x IN {name}({given}) | x] AS xs" for given in arguments]


@pytest.mark.parametrize(
    "statement",
    [
        *statements(HONEST.strip().split("\n")),
        *NAMED_HONEST.strip().split("\n"),
        "UNWIND range(1, 2_000_000_000) AS x RETURN x LIMIT 1",  # one by one
    ],
)
def test_what_is_small_or_counted_is_let_through(statement: str) -> None:
    check_words(statement)


LARGE = [*HOSTILE.strip().split("\n"), f"1, {'9' * 5000}", f"1, {'0' * 45}2000000000"]


@pytest.mark.parametrize(
    "statement",
    [
        *NAMED.strip().split("\n"),
        *(
            statement
            for name in ("range", "RANGE", "`range`", "`RANGE` /* of */ ")
            for statement in statements(LARGE, name)
        ),
    ],
)
def test_what_may_be_large_is_refused(statement: str) -> None:
    with pytest.raises(QueryError, match="range\\(\\) of more than 10,000,000 values"):
        check_words(statement)
