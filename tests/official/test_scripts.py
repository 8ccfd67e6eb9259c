"""Each script of the published repositories has a line that says what became of it."""

import subprocess
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

import pytest
from helpers.official.comparison import Published

_ENDINGS: Final = (".py", ".sh", ".ipynb")
_TABLE: Final = Path(__file__).parents[1] / "golden" / "official_scripts.tsv"
"""By suite and pattern of paths: what became of the scripts."""

pytestmark = pytest.mark.official


def test_all_scripts_are_listed(published: Published) -> None:
    clone, suite = published
    suite.scripts = list(by_fate(suite.name, clone.folder))


def scripts(folder: Path) -> list[str]:
    """The scripts of a clone at its commit, without empty files."""
    git = ["git", "-c", "safe.directory=*", "-C", str(folder)]
    listed = subprocess.check_output([*git, "ls-tree", "-r", "--name-only", "HEAD"], text=True)
    return [one for one in listed.splitlines() if one.endswith(_ENDINGS) and "__init__" not in one]


def by_fate(suite: str, folder: Path) -> Iterator[tuple[str, list[str]]]:
    """What became of the scripts of a clone, with the scripts, in the order of the table."""
    left = scripts(folder)
    found: dict[str, list[str]] = {}
    for line in _TABLE.read_text("utf-8").splitlines():
        known, pattern, fate = line.split("\t")
        if known != suite:
            continue
        named = [one for one in left if fnmatch(one, pattern)]
        assert named, f"{suite} has no script {pattern}"
        left = [one for one in left if one not in named]
        found.setdefault(fate, []).extend(named)
    assert not left, f"scripts of {suite} without a line in the table: {', '.join(left)}"
    yield from found.items()
