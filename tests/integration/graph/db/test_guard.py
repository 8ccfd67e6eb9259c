"""The layers of the guard one by one, and what it says; attacks are in ``faults/security``."""

import datetime
from contextlib import suppress

import pytest
from helpers.commands.untouched import state
from helpers.waiting import count_cpu_seconds

from scinet.errors import QueryError
from scinet.graph.db import guard
from scinet.graph.db.connection import Database


@pytest.mark.parametrize(
    "text",
    [
        "LOAD CSV FROM 'http://127.0.0.1:1' AS row RETURN row",
        "CALL dbms.listConfig()",
        "CALL dbms.listConfig",
        "CALL gds.graph.list()",
        "SHOW SETTINGS",
        "RETURN [x IN [1] | COLLECT { LOAD CSV FROM 'x' AS row RETURN row }]",
        "RETURN [x IN [1] | COLLECT { CALL dbms.listConfig() YIELD name RETURN name }]",
        "MATCH (a)-->(b) RETURN {g: gds.graph.project('evil', a, b)} AS g",
    ],
)
def test_words_and_plan_each_refuse_alone(network: Database, text: str) -> None:
    with pytest.raises(QueryError, match="writes or reaches outside"):
        guard.check_words(text)
    plan = network.explain(text)
    with pytest.raises(QueryError, match="writes or reaches outside"):
        guard.check_plan(plan, text, frozenset({"gds.graph.project"}))


def test_read_session_alone_refuses_writes(network: Database) -> None:
    before = state(network)
    for text in ("CREATE (n)", "MATCH (n) DETACH DELETE n", "CREATE INDEX x FOR (n:X) ON (n.y)"):
        with pytest.raises(QueryError):
            list(network.read_text(text))
    assert state(network) == before


def test_rows_beyond_the_limit_are_said_to_be_missing(network: Database) -> None:
    text = "UNWIND range(1, 10) AS x RETURN x"
    assert guard.run_statement(network, text, limit=10) == guard.StatementResult(
        [{"x": x} for x in range(1, 11)], truncated=False
    )
    cut = guard.run_statement(network, text, limit=9)
    assert cut.truncated
    assert [row["x"] for row in cut.rows] == list(range(1, 10))


def test_a_profile_counts_all_rows_however_many(network: Database) -> None:
    rows = guard.run_statement(network, "PROFILE UNWIND range(1, 2500) AS x RETURN x", limit=5).rows
    assert [row["rows"] for row in rows] == [2500] * len(rows)


def test_rows_of_many_values_are_cut_and_said_to_be(network: Database) -> None:
    answer = guard.run_statement(
        network, "UNWIND range(1, 100) AS x RETURN range(1, 1000000) AS xs"
    )
    assert answer.truncated
    assert len(answer.rows) == 6


def test_lists_of_different_values_are_plain(network: Database) -> None:
    answer = guard.run_statement(
        network, "MATCH (p:Paper {id: 'P1'}) RETURN [1, p {.id}, date('2001-02-03')] AS x"
    )
    assert answer.rows == [{"x": [1, {"id": "P1"}, datetime.date(2001, 2, 3)]}]
    node = guard.run_statement(network, "MATCH (p:Paper {id: 'P1'}) RETURN [1, p] AS x").rows[0][
        "x"
    ][1]
    assert node["id"] == "P1"


@pytest.mark.parametrize(
    "head",
    [
        "CYPHER 5 ",
        "cypher 5 ",
        "CYPHER ",
        "CYPHER 5 runtime=slotted ",
        "CYPHER 25 ",
        "// as of 2025\nCYPHER 25\n",
        "/* so */ CYPHER 25 planner = cost ",
    ],
)
def test_a_version_of_cypher_may_stand_before_a_statement(
    network: Database, head: str, caplog: pytest.LogCaptureFixture
) -> None:
    text = f"{head}MATCH (p:Paper) RETURN count(*) AS n"
    assert guard.run_statement(network, text).rows == [{"n": 10}]
    is_old = "25" in head and network.driver.get_server_info().agent.startswith("Neo4j/5.")
    told = ["this server does not speak Cypher 25, and is asked in its own"]
    assert caplog.messages == (told if is_old else [])
    assert guard.plan_guarded(network, text).statement.endswith(
        "MATCH (p:Paper) RETURN count(*) AS n"
    )
    for words in (f"EXPLAIN {text}", f"{head}EXPLAIN MATCH (p:Paper) RETURN count(*) AS n"):
        assert {"operator", "details"} < guard.run_statement(network, words).rows[0].keys()
    assert "rows" in guard.run_statement(network, f"{head}PROFILE MATCH (p:Paper) RETURN p").rows[0]


WRONG = {
    **dict.fromkeys(["", "  ", "// nothing", ";", "/* nothing */ ;"], "the statement is empty"),
    **dict.fromkeys(["CYPHER 25 ", "CYPHER 5 EXPLAIN "], "the statement is empty"),
    "x" * 70_000: "70000 characters",
    "MATCH (p) RETURN p]": r"a \] that nothing opened",
    "MATCH (p:Paper RETURN p": "Invalid input",  # as the server tells it
}


@pytest.mark.parametrize(
    "text",
    [
        'MATCH (p:Paper) WHERE p.date < "1992-06-30" RETURN count(*) AS n',
        "MATCH (p:Paper) WHERE '1992-06-30' > p.date RETURN count(*) AS n",
        "MATCH (p:Paper {date: '1992-06-30'}) RETURN count(*) AS n",
        "MATCH (p:Paper) WHERE p.date < $day RETURN count(*) AS n",
        "MATCH (p:Paper) WITH p.date AS day WHERE day < '1992-06-30' RETURN count(*) AS n",
        "MATCH (p) WHERE p.id = 'P1' AND (p.title = 'x' OR p.date IN ['1992']) RETURN p.id AS n",
        "MATCH (p:Paper) RETURN COUNT { (p)<-[c:CITES]-() WHERE c.date < '1992' } AS n",
        "MATCH (p:Paper) RETURN [(p)<-[c:CITES]-(q) WHERE c.date >= '1992' | q.id] AS n",
        "MATCH (:Paper)<-[c:CITES*1..2 {date: '1992'}]-() RETURN count(*) AS n",
        "MATCH (p:Paper) WHERE p.date.year = '1992' RETURN count(*) AS n",
        "MATCH (p:Paper) WHERE p.date > 1992 RETURN count(*) AS n",
    ],
)
def test_comparing_a_day_with_text_is_refused_with_the_form_that_answers(
    network: Database, text: str
) -> None:
    given = {"day": "1992-06-30"}
    with pytest.raises(QueryError, match="that holds for no row") as caught:
        guard.run_statement(network, text, params=given)
    assert caught.value.hint is not None
    right = caught.value.hint.removeprefix("Write ").removesuffix(".")
    if "p.date < date" in right:  # P3 is of that day; those of 1989, 1990 and 1991 are earlier
        answer = guard.run_statement(
            network, f"MATCH (p:Paper) WHERE {right} RETURN count(*) AS n", params=given
        )
        assert answer.rows == [{"n": 3}]


def test_what_is_no_statement_is_told(network: Database) -> None:
    for text, message in WRONG.items():
        with pytest.raises(QueryError, match=message):
            guard.plan_guarded(network, text)


@pytest.mark.parametrize(
    "unit", [") AS x ", "x IN y ", "range(1, 1) ", "CALL a.", "`a`.", "(x) AS x ", "[x IN ", "a "]
)
@pytest.mark.parametrize("nested", [False, True])
def test_no_statement_keeps_the_guard_busy(unit: str, *, nested: bool) -> None:
    # Once minutes, since what stood before each AS was read to the beginning.
    text = unit * (60_000 // len(unit))
    if nested:
        text = "range(" * 99 + text[:58_000] + ") AS x" * 99

    def check() -> None:
        with suppress(QueryError):
            guard.check_words("RETURN " + text)

    assert count_cpu_seconds(check) < 5  # a bound of what hangs, not a figure of speed


def test_a_misspelt_first_word_is_answered_with_the_nearest(network: Database) -> None:
    with pytest.raises(QueryError, match="no statement begins with RETRUN") as caught:
        guard.run_statement(network, "RETRUN 1")
    assert caught.value.hint == "Did you mean RETURN?"
