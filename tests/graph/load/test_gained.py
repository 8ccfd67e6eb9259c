"""What a load says that it added is its own, whatever others did while it was stopped."""

import json
from pathlib import Path
from typing import Any

import pytest

from scinet.errors import DataError
from scinet.graph.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove
from scinet.graph.load.report import LoadReport


class StopError(Exception):
    """Stands for the kill."""


def _stop(number: int) -> None:
    raise StopError(number)


def _load(db: Database, folder: Path, *ids: str, **options: Any) -> LoadReport:
    file = folder / f"{ids[0]}.jsonl"
    file.write_text("".join(json.dumps({"id": one, "references": ["x"]}) + "\n" for one in ids))
    return load(db, file, batch_size=1, rejects=folder / "rejects.jsonl", **options)


def test_others_that_load_and_remove_meanwhile(database: Database, tmp_path: Path) -> None:
    for _ in range(2):  # stopped twice, with a load and a removal in between
        with pytest.raises(StopError):
            _load(database, tmp_path, "a1", "a2", "a3", after_batch=_stop)
        run = _load(database, tmp_path, "b1", "b2", "b3", "b4").run
        _load(database, tmp_path, "c1", "c2")
        remove(database, run)
    report = _load(database, tmp_path, "a1", "a2", "a3")
    assert (report.details["papers"], report.details["citations"]) == (3, 3)
    assert (report.loaded, report.merged) == (3, 0)
    again = _load(database, tmp_path, "a1", "a2", "a3")
    assert again.details["papers"] == 0


def test_two_that_were_stopped(database: Database, tmp_path: Path) -> None:
    for ids in (["a1", "a2"], ["b1", "b2", "b3"]):
        with pytest.raises(StopError):
            _load(database, tmp_path, *ids, after_batch=_stop)
    assert _load(database, tmp_path, "a1", "a2").details["papers"] == 2
    assert _load(database, tmp_path, "b1", "b2", "b3").details["papers"] == 3


def test_one_that_was_refused_for_its_bad_records(database: Database, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="are bad"):
        _load(database, tmp_path, "a1", "a1" * 200)
    _load(database, tmp_path, "b1", "b2")
    late = _load(database, tmp_path, "a1", "a1" * 200, max_rejected=1)
    assert late.details["papers"] == 1
