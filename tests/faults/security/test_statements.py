"""Statements of users and models: none writes, calls or ends the server; honest ones run."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from helpers.commands.untouched import untouched
from helpers.faulty import hostile_statements
from helpers.faulty.hostile_statements import honest
from helpers.networks.golden_network import load_network
from helpers.proof import Proof
from helpers.waiting import PATIENCE_S

import scinet
from scinet.errors import QueryError
from scinet.graph.db import guard
from scinet.graph.db.connection import Database


@pytest.fixture(scope="module")
def network(shared_database: Database) -> Iterator[Database]:
    load_network(shared_database, "field")
    yield shared_database
    shared_database.rows("admin/wipe")


def _refused(text: str, call: Callable[..., object], *given: object) -> str:
    try:
        call(*given)
    except QueryError as error:
        return str(error)
    return pytest.fail(f"answered: {text}")


def test_hostile_statements_are_refused(network: Database, proof: Proof, tmp_path: Path) -> None:
    """No statement of an attacker writes, calls an address, or makes a file."""
    corpus = hostile_statements.statements()
    taken = Random(proof.seed).sample(corpus, proof.trials(short=80, full=len(corpus)))
    named = 0
    with untouched(network, tmp_path) as address:
        for text in taken:
            message = _refused(text, guard.run_statement, network, text.replace("CANARY", address))
            named += "writes or reaches outside" in message
    proof.count(trials=len(taken), refused=len(taken), named=named, writes=0, calls=0, files=0)


def test_hostile_files_of_statements_are_refused(
    network: Database, proof: Proof, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No statement in a user's own file does more than its plan reads, whatever its header says."""
    corpus = hostile_statements.headers()
    chosen = Random(proof.seed).sample(hostile_statements.statements(), proof.trials(20, 300))
    corpus += [hostile_statements.HEADER + text for text in chosen]
    monkeypatch.chdir(tmp_path)
    files = [Path(f"{number}.cypher") for number in range(len(corpus))]
    for file, text in zip(files, corpus, strict=True):
        file.write_text(text.replace("CANARY", "http://127.0.0.1:1/x"), encoding="utf-8")
    graph = scinet.Graph(lambda: network)
    with untouched(network, tmp_path):
        for file in files:
            _refused(file.read_text("utf-8"), graph.query, str(file))
    proof.count(trials=len(corpus), refused=len(corpus), writes=0, calls=0, files=0)


def test_honest_statements_are_answered(network: Database, proof: Proof) -> None:
    """A statement that only reads is answered, however it is written."""
    corpus = honest()
    assert len(corpus) >= 200
    taken = Random(proof.seed).sample(corpus, proof.trials(short=25, full=len(corpus)))
    for text in taken:
        answer = guard.run_statement(network, text, params={"ids": ["P1"]}, timeout_s=PATIENCE_S)
        assert not answer.truncated, text
    proof.count(trials=len(taken), answered=len(taken))


def test_endless_statements_end(network: Database, proof: Proof) -> None:
    """A statement that would not end, or whose answer fits nowhere, ends; the server lives on."""
    corpus = hostile_statements.listed("endless")
    assert len(corpus) >= 20
    taken = corpus[: proof.trials(short=3, full=len(corpus))]
    longest = 0.0
    for text in taken:
        begun = time.monotonic()
        has_end = "$many" in text  # which a fast machine reaches
        params = {"many": list(range(10_000))} if has_end else {}
        answer = None
        with suppress(QueryError):
            answer = guard.run_statement(network, text, params=params, timeout_s=1.0)
        longest = max(longest, time.monotonic() - begun)
        assert answer is None or answer.truncated or has_end, text
        assert network.answers(), text
    assert longest < PATIENCE_S
    proof.count(trials=len(taken), longest=f"{longest:.1f} s", dead_servers=0)
