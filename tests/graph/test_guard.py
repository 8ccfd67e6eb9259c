"""The guard: attacks are refused and change nothing, honest questions pass."""

import datetime
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from helpers.golden_network import load_network
from helpers.guarded_statements import ATTACKS, HONEST, written

from scinet.errors import QueryError
from scinet.graph import guard
from scinet.graph.connection import Database


@pytest.fixture(scope="module")
def network(shared_database: Database) -> Iterator[Database]:
    load_network(shared_database, "field")
    yield shared_database
    shared_database.rows("admin/wipe")


@pytest.fixture(scope="module")
def canary() -> Iterator[tuple[str, list[bytes]]]:
    """An address that remembers who called."""
    calls: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def listen() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                calls.append(connection.recv(100))
                connection.close()

        threading.Thread(target=listen, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/canary.csv", calls


def state(database: Database) -> list[object]:
    """Everything in the graph and its schema, as text."""
    return [
        [dict(record) for record in database.driver.execute_query(text, database_="neo4j").records]
        for text in (
            "MATCH (n) RETURN labels(n) AS l, properties(n) AS p ORDER BY elementId(n)",
            "MATCH (a)-[r]->(b) RETURN a.id AS a, type(r) AS t, properties(r) AS p, b.id AS b "
            "ORDER BY elementId(r)",
            "SHOW INDEXES YIELD name, state RETURN name, state ORDER BY name",
            "SHOW CONSTRAINTS YIELD name RETURN name ORDER BY name",
            "SHOW USERS YIELD user RETURN user ORDER BY user",
        )
    ]


def test_attacks_are_refused_and_change_nothing(
    network: Database, canary: tuple[str, list[bytes]]
) -> None:
    address, calls = canary
    attacks = written(ATTACKS)
    assert len(attacks) >= 80
    before = state(network)
    for attack in attacks:
        text = attack.replace("CANARY", address)
        with pytest.raises(QueryError) as caught:
            guard.ask(network, text)
        assert str(caught.value).startswith("this statement writes or reaches outside: "), attack
    assert state(network) == before
    assert calls == []


def test_honest_questions_are_answered(network: Database) -> None:
    questions = written(HONEST)
    assert len(questions) >= 40
    for question in questions:
        answer = guard.ask(network, question, params={"ids": ["P1"]})
        assert not answer.truncated, question


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
    assert guard.ask(network, text, limit=10) == guard.Answer(
        [{"x": x} for x in range(1, 11)], truncated=False
    )
    cut = guard.ask(network, text, limit=9)
    assert cut.truncated
    assert [row["x"] for row in cut.rows] == list(range(1, 10))


def test_long_statement_is_stopped(network: Database) -> None:
    text = "UNWIND range(1, 100000000) AS x UNWIND range(1, 1000) AS y RETURN max(x * y)"
    with pytest.raises(QueryError, match="time limit"):
        guard.ask(network, text, timeout_s=1.0)


@pytest.mark.parametrize(
    "text",
    [
        "RETURN size([x IN range(1, 2000000000) WHERE x % 2 = 0 | x]) AS s",
        "RETURN reduce(s = 0, x IN range(1, 1000000000000000) | x) AS s",
        "RETURN [x IN range(1, 100000) | [y IN range(1, 100000) | x * y]] AS s",
        "RETURN " + "[" * 200 + "]" * 200 + " AS x",
    ],
)
def test_what_no_time_limit_reaches_is_refused(network: Database, text: str) -> None:
    with pytest.raises(QueryError, match=r"values inside an expression|100 deep"):
        guard.ask(network, text, timeout_s=5)


def test_a_server_that_does_not_stop_is_not_waited_for(network: Database) -> None:
    slow = "RETURN reduce(s = 0, x IN $xs | s + reduce(t = 0, y IN $xs | t + x * y)) AS s"
    begun = time.monotonic()
    with pytest.raises(QueryError, match="the time limit was reached"):
        guard.ask(network, slow, params={"xs": list(range(60_000))}, timeout_s=0.5)
    assert time.monotonic() - begun < 30


def test_rows_of_many_values_are_cut_and_said_to_be(network: Database) -> None:
    answer = guard.ask(network, "UNWIND range(1, 100) AS x RETURN range(1, 1000000) AS xs")
    assert answer.truncated
    assert len(answer.rows) == 6


def test_lists_of_different_values_are_plain(network: Database) -> None:
    answer = guard.ask(
        network, "MATCH (p:Paper {id: 'P1'}) RETURN [1, p {.id}, date('2001-02-03')] AS x"
    )
    assert answer.rows == [{"x": [1, {"id": "P1"}, datetime.date(2001, 2, 3)]}]
    node = guard.ask(network, "MATCH (p:Paper {id: 'P1'}) RETURN [1, p] AS x").rows[0]["x"][1]
    assert node["id"] == "P1"


@pytest.mark.parametrize("text", ["", "  ", "// nothing", ";", "/* nothing */ ;"])
def test_nothing_is_no_statement(network: Database, text: str) -> None:
    with pytest.raises(QueryError, match="there is no statement"):
        guard.guarded(network, text)


def test_huge_statement_is_not_sent(network: Database) -> None:
    with pytest.raises(QueryError, match="70000 characters"):
        guard.guarded(network, "x" * 70_000)


def test_mistake_of_grammar_is_told_as_the_server_tells_it(network: Database) -> None:
    with pytest.raises(QueryError, match="Invalid input"):
        guard.guarded(network, "MATCH (p:Paper RETURN p")


def test_a_misspelt_first_word_is_answered_with_the_nearest(network: Database) -> None:
    with pytest.raises(QueryError, match="no statement begins with RETRUN") as caught:
        guard.ask(network, "RETRUN 1")
    assert caught.value.hint == "Did you mean RETURN?"
