"""Fixtures of proofs: trials are counted, and written in the full form; mutated inputs are read."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import proof as proofs
from helpers.commands.ways import scene as scene
from helpers.faulty.fuzzing import Fuzzing
from helpers.networks.scored_network import load_field
from helpers.proof import Proof

from scinet.graph.db.connection import Database

HERE = Path(__file__).parent


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Keep how the test itself ended, for the fixture."""
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    if report.when == "call":
        item.stash[_PASSED] = report.passed


_PASSED = pytest.StashKey[bool]()


@pytest.fixture
def proof(request: pytest.FixtureRequest) -> Iterator[Proof]:
    """Counts the trials of a test; in the full form what was counted is written when it passed.

    A proof whose figures are there is not run again: ``make soak`` goes on where it was stopped.
    """
    relative = Path(str(request.node.path)).relative_to(HERE)
    area = relative.parts[0].removesuffix(".py").removeprefix("test_")
    promise = (request.function.__doc__ or "").strip().partition("\n")[0]
    assert promise, "the docstring of a proof says what it promises"
    folder = proofs.folder()
    if folder and proofs.path(folder, area, request.node.name).exists():
        pytest.skip("shown before; `make soak` goes on where it was stopped")
    proof = Proof(area, request.node.name, promise)
    yield proof
    if folder and request.node.stash.get(_PASSED, False):
        assert proof.figures, "a proof counts something"
        proof.write(folder)


@pytest.fixture(scope="session")
def fuzzing() -> Iterator[Fuzzing]:
    """One process for all readers of mutated inputs: it costs seconds to start."""
    with Fuzzing() as process:
        yield process


@pytest.fixture(scope="module")
def field(shared_database: Database) -> Iterator[Database]:
    """The simulated field, for all that only read."""
    load_field(shared_database)
    yield shared_database
    shared_database.rows("admin/wipe")
