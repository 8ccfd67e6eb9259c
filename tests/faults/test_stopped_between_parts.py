"""A command of several loads that is stopped between two of them, and given again."""

from pathlib import Path
from typing import Any

import pytest
from helpers.commands.ways import write_files

from scinet.graph.db.connection import Database
from scinet.graph.load import journal, loading
from scinet.graph.load.loading import load
from scinet.graph.load.report import LoadReport
from scinet.graph.load.run import Load

FILES = ("records.jsonl", "fulltext.jsonl", "counts.jsonl")
TIMES = {"seconds", "peak_mib"}


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    write_files(tmp_path)
    return [tmp_path / name for name in FILES]


def told(report: LoadReport) -> dict[str, Any]:
    def timeless(account: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in account.items() if key not in TIMES}

    account = report.as_dict()
    return {**timeless(account), "parts": [timeless(part) for part in account.get("parts", [])]}


def loaded(database: Database, files: list[Path]) -> dict[str, Any]:
    rejects = files[0].with_name("rejects.jsonl")
    return told(load(database, files, source="a", max_rejected=1, rejects=rejects))


@pytest.mark.parametrize("ended", [1, 2, 3])
def test_the_account_is_that_of_the_whole_command(
    database: Database, files: list[Path], ended: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = loaded(database, files)
    rejects = files[0].with_name("rejects.jsonl").read_text()
    database.rows("admin/wipe")
    reports: list[LoadReport] = []

    def stopped(self: Load, faults: Any) -> LoadReport:
        if len(reports) == ended:
            raise KeyboardInterrupt
        reports.append(Load.run(self, faults))
        return reports[-1]

    with monkeypatch.context() as patch:
        if ended == len(FILES):
            patch.setattr(journal, "mark_reported", _stop)
        patch.setattr(loading, "Load", type("Stopped", (Load,), {"run": stopped}))
        with pytest.raises(KeyboardInterrupt):
            loaded(database, files)
    assert len(reports) == ended
    assert loaded(database, files) == expected
    assert files[0].with_name("rejects.jsonl").read_text() == rejects
    again = loaded(database, files)
    assert again["loaded"] == 0
    assert again["merged"] == expected["loaded"] + expected["merged"]


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def test_papers_that_another_command_loaded_were_there_before(
    database: Database, files: list[Path]
) -> None:
    alone = loaded(database, files[:1])
    both = loaded(database, files[:2])
    assert both["parts"][0]["loaded"] == 0
    assert both["parts"][0]["merged"] == alone["loaded"] + alone["merged"]
