"""A server whose disk fills up: loads stop in time, and a torn log can be brought back."""

import json
import random
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.commands.served_command import SCINET
from helpers.proof import Proof
from helpers.servers.own_server import connected, kill
from helpers.servers.small_disk import Disk, small_disk

from scinet.errors import ScinetError, StorageError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load import disk_space
from scinet.graph.load.loading import load
from scinet.server.process import free_port
from scinet.settings import ServerSettings

SIZE = "260m"
PAPERS = 1_200


pytestmark = pytest.mark.soak


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with small_disk(tmp_path / "disk", SIZE) as result:
        yield result


@pytest.fixture
def settings(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerSettings]:
    """The environment of a server on the small disk; the server is stopped at the end."""
    own = {
        "SCINET_SERVER_HOME": str(disk.folder / "server"),
        "SCINET_SERVER_PORT": str(free_port()),
        "SCINET_SERVER_HEAP": "512m",
        "SCINET_SERVER_PAGE_CACHE": "64m",
        "SCINET_SERVER_WAIT_S": "300",
    }
    for name, value in own.items():
        monkeypatch.setenv(name, value)
    yield ServerSettings()
    server("stop")


def server(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [*SCINET, "server", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    file = tmp_path / "papers.jsonl"
    with file.open("w") as stream:
        for n in range(PAPERS):
            record = {
                "id": f"P{n}",
                "title": f"Paper {n}",
                "abstract": f"word{n} " * 100,
                "date": f"{1960 + n // 60}",
                "authors": [{"id": f"a{n % 700}", "name": f"N{n % 700}"}],
                "references": [f"P{n - k}" for k in (1, 2, 3, 5, 8) if n >= k],
            }
            stream.write(json.dumps(record) + "\n")
    return file


def expected(shared_database: Database, papers: Path) -> str:
    shared_database.rows("admin/wipe")
    load(shared_database, [papers], batch_size=200)
    result = fingerprint.compute_fingerprint(shared_database).hex
    shared_database.rows("admin/wipe")
    return result


def loaded(db: Database, papers: Path, after_batch: Callable[[int], None] | None = None) -> str:
    load(db, [papers], batch_size=200, after_batch=after_batch)
    return fingerprint.compute_fingerprint(db).hex


@pytest.mark.usefixtures("settings")
def test_start_without_room(disk: Disk, proof: Proof) -> None:
    """A server whose disk is full or protected says so in a line, and starts when it is not."""
    proof.trials(2, 2)
    for is_full in (True, False):
        disk.fill(0) if is_full else disk.protect(on=True)
        refused = server("start")
        disk.unfill() if is_full else disk.protect(on=False)
        assert refused.returncode == 1
        assert refused.stderr.count("\n") == 1, refused.stderr
        assert str(disk.folder) in refused.stderr
    assert server("start").returncode == 0


def test_load_stops_while_there_is_room(
    settings: ServerSettings, disk: Disk, papers: Path, shared_database: Database, proof: Proof
) -> None:
    """A load whose server's disk fills up stops in time; the same command again: the same graph."""
    draw = random.Random(proof.seed)
    graph = expected(shared_database, papers)
    for _ in range(proof.trials(1, 20)):
        at, left = draw.randrange(5), draw.randrange(2**20, 2**24)

        def fill(number: int, at: int = at, left: int = left) -> None:
            if number == at:
                disk.fill(left)

        assert server("start").returncode == 0
        with connected(settings) as db:
            with pytest.raises(StorageError, match=r"MB left, less than the \d+ MB") as caught:
                loaded(db, papers, fill)
            assert "to resume" in caught.value.hint
            disk.unfill()
            assert loaded(db, papers) == graph
        assert server("stop").returncode == 0
        disk.empty()  # else the logs of earlier trials take its room


def test_torn_log_is_named_and_brought_back(
    settings: ServerSettings,
    disk: Disk,
    papers: Path,
    shared_database: Database,
    monkeypatch: pytest.MonkeyPatch,
    proof: Proof,
) -> None:
    """A disk full to the last byte, looked at by nobody: one line, one command, the same graph."""
    draw = random.Random(proof.seed)
    graph = expected(shared_database, papers)
    monkeypatch.setattr(disk_space.Disk, "check", lambda _: None)
    torn = 0
    for _ in range(proof.trials(1, 6)):
        at = draw.randrange(5)
        assert server("start").returncode == 0

        def fill(number: int, at: int = at) -> None:
            if number == at:
                disk.fill(0)

        with connected(settings) as db, pytest.raises(ScinetError):
            loaded(db, papers, fill)
        kill(settings)  # as a user does with a server that no longer answers
        disk.unfill()

        started = server("start")
        if started.returncode:
            torn += 1
            assert "torn" in started.stderr
            assert "--recover" in started.stderr
            back = server("start", "--recover")
            assert back.returncode == 0, back.stderr
        with connected(settings) as db:
            assert loaded(db, papers) == graph
        assert server("stop").returncode == 0
        assert server("start").returncode == 0, "without the option again"
        with connected(settings) as db:
            db.rows("admin/wipe")
        assert server("stop").returncode == 0
    proof.count(torn_logs=torn)
