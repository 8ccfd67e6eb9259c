"""Reads that go on inside an expression, where the server does not look at its limit."""

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from helpers.proof import Proof
from helpers.waiting import wait_until

from scinet.errors import QueryError, ScinetError
from scinet.graph.db import guard
from scinet.graph.db.connection import Database
from scinet.server import control
from scinet.server.address import open_database
from scinet.server.home import Home
from scinet.server.process import free_port
from scinet.settings import ServerSettings

# What the graph holds is believed to be small, so the guard lets it through.
READ = """UNWIND range(1, $n) AS x WITH collect(x) AS l
RETURN size([x IN l WHERE any(y IN l WHERE any(z IN l WHERE x * y * z < 0))]) AS s"""


def test_the_transaction_on_a_server_of_others_is_named(
    shared_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scinet.graph.db.deadline._GRACE_S", 0.2)
    with pytest.raises(QueryError, match=r"inside an expression.*\(neo4j-transaction-") as caught:
        guard.run_statement(shared_database, READ, params={"n": 350}, timeout_s=0.1)
    assert "TERMINATE TRANSACTION 'neo4j-transaction-" in caught.value.hint
    assert shared_database.rows("admin/names")


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerSettings]:
    """A server of its own, which the environment names."""
    result = ServerSettings(
        home=tmp_path / "server", port=free_port(), heap="512m", page_cache="64m", wait_s=300
    )
    monkeypatch.delenv("NEO4J_URI", raising=False)
    monkeypatch.setenv("SCINET_SERVER_HOME", str(result.home))
    monkeypatch.setenv("SCINET_SERVER_WAIT_S", "300")
    yield result
    control.stop(result)


@pytest.mark.long
def test_endless_reads_are_cut_and_other_readers_answered(
    settings: ServerSettings,
    proof: Proof,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A read without end is cut, readers beside it get their answers, and a stop ends it, too."""
    control.start(settings)
    first = control.status(settings).pid
    answers, faults, is_over = [0, 0, 0], list[BaseException](), threading.Event()
    with open_database() as database, open_database() as other:

        def read(number: int) -> None:
            while not is_over.is_set() and not faults:
                try:
                    assert other.rows("admin/versions")
                    assert list(other.stream("admin/indexes")) is not None
                    answers[number] += 1
                except BaseException as error:  # noqa: BLE001 - raised below
                    faults.append(error)

        guard.run_statement(database, READ, params={"n": 5}, timeout_s=100)
        readers = [threading.Thread(target=read, args=(number,)) for number in range(3)]
        for reader in readers:
            reader.start()
        begun = time.monotonic()
        try:
            with pytest.raises(QueryError, match="the server is started again"):
                guard.run_statement(database, READ, params={"n": 5_000}, timeout_s=2)
            cut = time.monotonic() - begun
            before = list(answers)
            assert Home(settings.home).is_restarting()
            wait_until(
                lambda: (
                    bool(faults) or all(n > b + 1 for n, b in zip(answers, before, strict=True))
                ),
                "answers after the restart",
            )
        finally:
            is_over.set()
            for reader in readers:
                reader.join()
        assert not faults
        assert not Home(settings.home).is_restarting()
        now = control.status(settings)
        assert now.running
        assert now.pid != first
        assert now.uri == f"bolt://127.0.0.1:{settings.port}"
        assert guard.run_statement(database, "RETURN 1 AS a").rows == [{"a": 1}]
        assert "the server is started again after a read without end" in caplog.text
        monkeypatch.setattr("scinet.server.control._STOP_S", 3.0)
        caplog.clear()

        def ask() -> None:
            with suppress(ScinetError):
                guard.run_statement(database, READ, params={"n": 5_000}, timeout_s=600)

        threading.Thread(target=ask, daemon=True).start()
        wait_until(lambda: is_busy(now.pid), "the statement runs")
        with caplog.at_level(logging.WARNING):
            assert control.stop(settings) == now.pid
        assert "did not end within 3 s and was killed" in caplog.text
    assert not control.status(settings).running
    proof.count(trials=1, readers=3, failed=0, **{"cut after the limit, s": round(cut - 2, 1)})


def is_busy(pid: int | None) -> bool:
    def ticks() -> int:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(words[11]) + int(words[12])

    before = ticks()
    time.sleep(1)
    return ticks() - before > 0.2 * os.sysconf("SC_CLK_TCK")
