"""A bulk load whose disk is full, or one of whose processes is killed: a line, and it goes on."""

import json
import multiprocessing
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from helpers.files.import_files import contents, prepared

from scinet.errors import ScinetError, StorageError
from scinet.graph.db.connection import Database
from scinet.graph.load.bulk import scan
from scinet.graph.load.disk_space import Disk
from scinet.graph.load.duckdb_sort import open_duckdb
from scinet.graph.load.loading import load


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file may exceed some bytes, as on a disk that has no more."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    file = tmp_path / "papers.jsonl"
    rows = ({"id": f"P{n}", "abstract": "word " * 2_000, "references": ["X"]} for n in range(4))
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


@pytest.mark.parametrize("size", [0, 20_000])
def test_no_room_for_import_files(papers: Path, tmp_path: Path, size: int) -> None:
    folder = tmp_path / "bulk"
    with largest_file(size), pytest.raises(StorageError, match="cannot be written: ") as caught:
        prepared([papers], folder, source="a", batch_size=2)
    assert "to resume" in caught.value.hint
    prepared([papers], folder, source="a", batch_size=2)
    prepared([papers], tmp_path / "other", source="a", batch_size=2)
    assert contents(folder) == contents(tmp_path / "other")


def test_no_room_to_sort(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with (
        pytest.raises(StorageError, match="does not suffice to sort: ") as caught,
        open_duckdb(file / "sorting", "20MB", hint="Free some.") as database,
    ):
        database.execute("SELECT range FROM range(5000000) ORDER BY hash(range)").fetchall()
    assert (caught.value.hint, str(caught.value).count("\n")) == ("Free some.", 0)


def test_a_process_that_is_killed(
    database: Database, papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan, "_BATCHES", 1)
    folder = tmp_path / "files"

    def kill(done: int, whole: int, doing: str) -> None:
        del done, whole, doing
        for child in multiprocessing.active_children():
            child.kill()

    with pytest.raises(ScinetError, match="a process that reads the records was killed") as caught:
        load(database, papers, batch_size=1, import_files=folder, progress=kill)
    assert "to resume" in caught.value.hint
    assert load(database, papers, batch_size=1, import_files=folder).loaded == 4


def test_a_log_that_the_server_prunes_meanwhile(tmp_path: Path) -> None:
    logs = tmp_path / "transactions" / "neo4j"
    logs.mkdir(parents=True)
    (logs / "neo4j.db.0").symlink_to(tmp_path / "gone")
    Disk(tmp_path).check()
