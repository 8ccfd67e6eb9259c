"""The notebooks of ``docs/notebooks`` are short, hold no answers, and run from an empty folder."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from helpers.doc_pages import ROOT

import scinet
from scinet.server.install import missing
from scinet.server.lock import committed
from scinet.server.process import free_port
from scinet.settings import ServerSettings

_BOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
_PATIENCE_S = 900  # what hangs is ended; a busy machine may be slow


@pytest.mark.parametrize("book", _BOOKS, ids=lambda book: book.stem)
def test_a_notebook_is_short_and_holds_no_answers(book: Path) -> None:
    content = json.loads(book.read_text("utf-8"))
    assert book.stat().st_size < 10_000
    for cell in content["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
    assert book.name in (ROOT / "docs" / "python.md").read_text("utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty folder, in which all notebooks run; the servers of it are stopped at the end."""
    if missing(ServerSettings(), committed(ServerSettings().lane or "lts")) and not os.environ.get(
        "CI"
    ):
        pytest.skip("the server is not installed: run `scinet server install`")
    empty = tmp_path_factory.mktemp("notebooks")
    yield empty
    for server in (empty / "scinet-notebooks").rglob("started.json"):
        scinet.stop(server.parent)


@pytest.fixture(scope="module")
def surroundings(folder: Path) -> Mapping[str, str]:
    """Variables of a user who has nothing yet."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("NEO4J_")}
    return own | {
        "IPYTHONDIR": str(folder / "ipython"),
        "SCINET_SERVER_PORT": str(free_port()),
        "SCINET_SERVER_HEAP": "1g",
        "SCINET_SERVER_PAGE_CACHE": "256m",
        "SCINET_SERVER_WAIT_S": "180",
    }


@pytest.mark.long
@pytest.mark.parametrize("book", _BOOKS, ids=lambda book: book.stem)
def test_a_notebook_runs(book: Path, folder: Path, surroundings: Mapping[str, str]) -> None:
    copy = folder / book.name  # a notebook runs where it lies
    shutil.copyfile(book, copy)
    program = Path(sys.executable).parent / "jupyter-execute"
    done = subprocess.run(
        [program, "--kernel_name=python3", f"--timeout={_PATIENCE_S}", copy],
        env=surroundings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
