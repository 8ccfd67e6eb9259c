"""The leaderboards of the project: what their files name is there."""

from pathlib import Path

import pytest
from helpers.pages.doc_pages import ROOT

from scinet.experiments.leaderboard.plan import read

FILES = sorted((ROOT / "benchmarks" / "leaderboards").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_every_task_system_and_setting_exists(file: Path) -> None:
    board = read(str(file))
    assert board.name == board.source == file.stem
    assert all(len(task.entries) > 1 for task in board.tasks)
