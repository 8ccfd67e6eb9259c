"""What a load says that it added is its own, whatever others did while it was stopped."""

from pathlib import Path
from typing import Any

import pytest
from helpers.commands.stops import StopError, stop
from helpers.files.read_files import write_lines

from scinet.errors import DataError
from scinet.graph.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove
from scinet.graph.load.report import LoadReport


def _load(db: Database, *ids: str, **options: Any) -> LoadReport:
    file = write_lines(f"{ids[0]}.jsonl", *({"id": one, "references": ["x"]} for one in ids))
    return load(db, file, batch_size=1, rejects=Path("rejects.jsonl"), **options)


def test_others_that_load_and_remove_meanwhile(database: Database) -> None:
    for _ in range(2):  # stopped twice, with a load and a removal in between
        with pytest.raises(StopError):
            _load(database, "a1", "a2", "a3", after_batch=stop)
        run = _load(database, "b1", "b2", "b3", "b4").run
        _load(database, "c1", "c2")
        remove(database, run)
    report = _load(database, "a1", "a2", "a3")
    assert (report.details["papers"], report.details["citations"]) == (3, 3)
    assert (report.loaded, report.merged) == (3, 0)
    again = _load(database, "a1", "a2", "a3")
    assert again.details["papers"] == 0


def test_two_that_were_stopped(database: Database) -> None:
    for ids in (["a1", "a2"], ["b1", "b2", "b3"]):
        with pytest.raises(StopError):
            _load(database, *ids, after_batch=stop)
    assert _load(database, "a1", "a2").details["papers"] == 2
    assert _load(database, "b1", "b2", "b3").details["papers"] == 3


def test_one_that_was_refused_for_its_bad_records(database: Database) -> None:
    with pytest.raises(DataError, match="are bad"):
        _load(database, "a1", "a1" * 200)
    _load(database, "b1", "b2")
    late = _load(database, "a1", "a1" * 200, max_rejected=1)
    assert late.details["papers"] == 1
