"""A removal killed at any moment, and the same command again: the graph without the source."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers.worlds import IDS, KINDS, put, shape, world

from scinet.errors import SchemaError
from scinet.graph.connection import Database
from scinet.graph.load import fingerprint, remove

REMOVER = Path(__file__).parents[1] / "helpers" / "remover.py"


def killed(uri: str, place: str, number: int, *, wait_s: float = 120) -> bool:
    """Run a remover of source b that dies in a batch, after one, or after some seconds."""
    process = subprocess.Popen([sys.executable, REMOVER, uri, "b", place, str(number)])
    try:
        process.wait(wait_s)
    except subprocess.TimeoutExpired:
        process.kill()
    return process.wait() == -signal.SIGKILL


@pytest.fixture
def expected(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, dict[str, int]]:
    """What there was before source b, which shares half of its papers, was loaded."""
    monkeypatch.chdir(tmp_path)
    put(database, "a", world(1, IDS[:9]), KINDS)
    found = shape(database)
    put(database, "b", world(2, IDS[3:]), KINDS)
    assert shape(database) != found
    return found


@pytest.mark.parametrize(("place", "number"), [("inside", 3), ("after", 2)])
def test_killed_again_and_again(
    database: Database, uri: str, expected: tuple[str, dict[str, int]], place: str, number: int
) -> None:
    # What was committed stays, what was not is done again: three batches further each time.
    deaths = 0
    while killed(uri, place, number):
        deaths += 1
        with pytest.raises(SchemaError, match="the removal of b has not ended"):
            fingerprint.current(database)
    assert deaths >= 2
    assert shape(database) == expected
    assert fingerprint.current(database) == expected[0]


def test_killed_at_random_moments(
    database: Database, uri: str, expected: tuple[str, dict[str, int]]
) -> None:
    rng = random.Random(11)
    begun = time.monotonic()
    assert not killed(uri, "after", -1)
    whole_s = time.monotonic() - begun
    assert shape(database) == expected
    for _ in range(2):
        put(database, "b", world(2, IDS[3:]), KINDS)
        killed(uri, "after", -1, wait_s=rng.uniform(0.4, 1.0) * whole_s)
        left = {row["source"] for row in database.rows("admin/loads") if row["kind"] != "remove"}
        if "b" in left:
            remove(database, "b")
        assert shape(database) == expected
