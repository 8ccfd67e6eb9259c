"""A disk that fills up during a load: it stops in time, and a torn log can be brought back."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scinet.errors import ScinetError, StorageError
from scinet.graph.connection import Database
from scinet.graph.load import fingerprint, load, space
from scinet.server.control import status
from scinet.server.home import local_connection
from scinet.server.process import free_port
from scinet.settings import ServerSettings

SCINET = [sys.executable, "-c", "from scinet.cli import main; main()"]
SIZE_MB = 260
PAPERS = 1_200


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 260 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m", "tmpfs", str(folder)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {done.stderr.strip()}")
    yield folder
    unmount = ["umount", "-l", str(folder)]
    subprocess.run(unmount, check=True)


@pytest.fixture
def settings(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerSettings]:
    """The environment of a server on the small disk; the server is stopped at the end."""
    own = {
        "SCINET_SERVER_HOME": str(small_disk / "server"),
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


def kill_server(settings: ServerSettings) -> None:
    """What a user does with a server that no longer answers."""
    pid = status(settings).pid
    if pid is None:  # it ended by itself
        return
    os.kill(pid, signal.SIGKILL)
    while status(settings).running:
        time.sleep(0.1)


def connected(settings: ServerSettings) -> Database:
    connection = local_connection(settings)
    assert connection is not None
    return Database.connect(connection)


def fill(disk: Path, left: int) -> None:
    """Write until so many bytes are left."""
    with (disk / "fill").open("wb") as stream:
        while (room := shutil.disk_usage(disk).free - left) > 0:
            stream.write(b"x" * min(room, 2**20))
            stream.flush()


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
    found = fingerprint.compute(shared_database).hex
    shared_database.rows("admin/wipe")
    return found


def loaded(db: Database, papers: Path, after_batch: Callable[[int], None] | None = None) -> str:
    load(db, [papers], batch_size=200, after_batch=after_batch)
    return fingerprint.compute(db).hex


def test_load_stops_while_there_is_room_and_goes_on(
    settings: ServerSettings, small_disk: Path, papers: Path, shared_database: Database
) -> None:
    assert server("start").returncode == 0
    with connected(settings) as db:
        with pytest.raises(StorageError, match=r"MB left, less than the \d+ MB") as caught:
            loaded(db, papers, lambda number: fill(small_disk, 2**23) if number == 3 else None)
        assert "goes on where it stopped" in caught.value.hint
        (small_disk / "fill").unlink()
        assert loaded(db, papers) == expected(shared_database, papers)


@pytest.mark.soak
def test_torn_log_is_named_and_brought_back(
    settings: ServerSettings,
    small_disk: Path,
    papers: Path,
    shared_database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert server("start").returncode == 0
    monkeypatch.setattr(space.Disk, "check", lambda _: None)
    with connected(settings) as db, pytest.raises(ScinetError):
        loaded(db, papers, lambda number: fill(small_disk, 0) if number == 3 else None)
    kill_server(settings)
    (small_disk / "fill").unlink()

    torn = server("start")
    if torn.returncode:
        assert "torn" in torn.stderr
        assert "--recover" in torn.stderr
        back = server("start", "--recover")
        assert back.returncode == 0, back.stderr
    with connected(settings) as db:
        assert loaded(db, papers) == expected(shared_database, papers)
    assert server("stop").returncode == 0
    assert server("start").returncode == 0, "without the option again"
